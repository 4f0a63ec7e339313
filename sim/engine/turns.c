/* Whether flows take turns is asked at the first flow: to look at all hosts
 * takes a while, and many runs have no flow. Invariant: when turns are taken,
 * `ends` has the links of every host that is used, and links.c their
 * bandwidths. */
#include "turns.h"

#include "../../model/memory.h"
#include "engine.h"
#include "links.h"

#include <stdlib.h>

static enum { TURNS_NONE, TURNS_UNKNOWN, TURNS_TAKEN } turns;
static bool *limited; /* by link */
static int link_count;
static struct ends {
  int out, in; /* of all routes from, and to, a host */
} * ends;

void turns_open(int n)
{
  free(limited);
  limited = xcalloc(n + 1, sizeof *limited);
  link_count = n;
  turns = n ? TURNS_UNKNOWN : TURNS_NONE;
}

void turns_limit(int link)
{
  if (link < link_count) limited[link] = true;
}

/* `owners` has of each link 1 + the host that has it; 0 is nobody. */
static bool owns(int *owners, int host, const struct half_route *half)
{
  int *owner = &owners[half->link];
  if (!limited[half->link] || (*owner && *owner != host + 1)) return false;
  *owner = host + 1;
  links_set(half->link, half->bandwidth);
  return true;
}

static bool all_own(int *owners)
{
  int n;
  const int *used = engine_hosts_used(&n);
  free(ends);
  ends = xcalloc(engine_host_count(), sizeof *ends);
  for (int i = 0; i < n; i++) {
    struct half_route out, in;
    if (engine_half_routes(used[i], &out, &in) ||
        !owns(owners, used[i], &out) || !owns(owners, used[i], &in))
      return false;
    ends[used[i]] = (struct ends){out.link, in.link};
  }
  return true;
}

bool turns_taken(void)
{
  if (turns != TURNS_UNKNOWN) return turns == TURNS_TAKEN;
  int *owners = xcalloc(link_count, sizeof *owners);
  links_open(link_count);
  turns = all_own(owners) ? TURNS_TAKEN : TURNS_NONE;
  free(owners);
  return turns == TURNS_TAKEN;
}

void turns_flow(int from, int to, double bytes, void (*f)(void *), void *arg)
{
  links_flow(ends[from].out, ends[to].in, bytes, f, arg);
}
