/* The report of a deadlock: ranks that wait in the same call, at the same
 * line, for the same thing, share a line. Groups come in the order of their
 * lowest rank. */
#include "deadlock.h"

#include "../api/call.h"
#include "../streams.h"
#include "../where/where.h"
#include "../../model/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct waiter {
  int rank;
  char *text; /* what it does, without its number */
};

static char *describe(const struct rank *r)
{
  char reason[512] = "", text[1024];
  const struct call *c = r->call;
  if (r->waits && r->waits->explain)
    r->waits->explain(r->waits, reason, sizeof reason);
  if (r->spinning)
    snprintf(text, sizeof text, "in a loop on memory, without calling MPI");
  else if (!c)
    snprintf(text, sizeof text, "waits outside MPI");
  else if (!r->waits)
    snprintf(text, sizeof text, "at %s: %s finds nothing, again and again",
             where_call(c->site), c->function->name);
  else
    snprintf(text, sizeof text, "at %s: %s waits%s%s", where_call(c->site),
             c->function->name, *reason ? " for " : "", reason);
  return xstrdup(text);
}

static int by_text_then_rank(const void *a, const void *b)
{
  const struct waiter *x = a, *y = b;
  int order = strcmp(x->text, y->text);
  return order ? order : x->rank - y->rank;
}

/* The ranks of a group as "rank 3" or "ranks 0, 2-5". */
static char *rank_list(const struct waiter *w, int n)
{
  char *text = xmalloc(16 + 24 * (size_t)n);
  char *end = text + sprintf(text, n == 1 ? "rank " : "ranks ");
  for (int i = 0; i < n;) {
    int last = i;
    while (last + 1 < n && w[last + 1].rank == w[last].rank + 1)
      last++;
    end += sprintf(end, "%s%d", i ? ", " : "", w[i].rank);
    if (last > i) end += sprintf(end, "-%d", w[last].rank);
    i = last + 1;
  }
  return text;
}

struct group_line {
  int first;
  char *text;
};

static int by_first(const void *a, const void *b)
{
  return ((const struct group_line *)a)->first -
         ((const struct group_line *)b)->first;
}

static int group_lines(struct waiter *w, int n, struct group_line *lines)
{
  int count = 0;
  qsort(w, n, sizeof *w, by_text_then_rank);
  for (int i = 0; i < n;) {
    int k = 1;
    while (i + k < n && !strcmp(w[i + k].text, w[i].text))
      k++;
    char *ranks = rank_list(&w[i], k);
    char *line = xmalloc(strlen(ranks) + strlen(w[i].text) + 2);
    sprintf(line, "%s %s", ranks, w[i].text);
    lines[count++] = (struct group_line){w[i].rank, line};
    free(ranks);
    i += k;
  }
  qsort(lines, count, sizeof *lines, by_first);
  return count;
}

void deadlock_report(void)
{
  int n = 0, p = ranks_count();
  struct waiter *waiters = xcalloc(p, sizeof *waiters);
  struct group_line *lines = xcalloc(p, sizeof *lines);
  for (int i = 0; i < p; i++)
    if (rank_of(i)->state != RANK_ENDED)
      waiters[n++] = (struct waiter){i, describe(rank_of(i))};
  streams_say("oriel: deadlock at %.9f s: %d of %d ranks wait, and nothing "
              "can happen any more\n",
              engine_now(), n, p);
  int count = group_lines(waiters, n, lines);
  for (int i = 0; i < count; i++) {
    streams_say("  %s\n", lines[i].text);
    free(lines[i].text);
  }
  for (int i = 0; i < n; i++)
    free(waiters[i].text);
  free(lines);
  free(waiters);
}
