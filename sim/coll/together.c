/* --coll=model: what all members of a communicator do together, the barrier
 * and Oriel's exchanges, as one shared object for each call.
 *
 * Members join; the last one's arrival fixes the dates of all. Round by round,
 * as the messages would go, member i is done with round k when its own message
 * has left and the one from 2^k ranks away is there:
 *
 *   t_i = max(t_i + o_send, t_j + o_send + L + bytes/B) + o_recv
 *
 * with t_i, at first, the date of its arrival. Invariant: a gathering is in
 * the table from its first member's arrival to its last one's. */
#include "../../model/memory.h"
#include "../../model/observer.h"
#include "../cost/cost.h"
#include "../p2p/table.h"
#include "model.h"
#include "step.h"

#include <math.h>
#include <stdlib.h>

/* All that the rounds need of a member, side by side. */
struct member {
  struct schedule *schedule; /* NULL: not yet there */
  double date, next;         /* after the last round, after this one */
  MPI_Count bytes;
  int host, world;
};

struct gathering {
  struct table_node node;
  int size, present;
  int looked;              /* all before this one are there */
  struct member members[]; /* by rank */
};

static struct table gatherings;

static struct table_key key_of(const struct schedule *s)
{
  return (struct table_key){s->view->comm->context, (uint64_t)s->envelope.tag};
}

static struct gathering *gathering_find(const struct schedule *s)
{
  struct table_node *n = table_find(&gatherings, key_of(s));
  return n ? container_of(n, struct gathering, node) : NULL;
}

static struct gathering *gathering_new(const struct schedule *s)
{
  struct gathering *g = xcalloc(1, sizeof *g + s->size * sizeof *g->members);
  g->size = s->size;
  g->node.key = key_of(s);
  table_add(&gatherings, &g->node);
  return g;
}

/* --- the dates --- */

static int wrap(int i, int size)
{
  return i >= size ? i - size : i;
}

/* A block from each of `distance` members, or of those that are left. */
static MPI_Count round_bytes(const struct member *m, int distance, int size)
{
  int blocks = size - distance < distance ? size - distance : distance;
  return blocks * m->bytes;
}

/* The message of this round from one member to another. */
static void pass(const struct schedule *s, struct member *m, int from, int to,
                 int distance)
{
  MPI_Count bytes = round_bytes(&m[from], distance, s->size);
  double posted = m[to].date;
  double sent = m[from].date + cost_overhead(COST_SEND, bytes);
  int here = m[from].host, there = m[to].host;
  double out = 0, in = 0; /* one message in a round: always free */
  bool waits = message_waits(bytes);
  double date = waits ? message_cleared(here, there, sent, posted) : sent;
  struct net_departure d = net_leave(here, there, (double)bytes, date, &out);
  double left = waits ? d.injected : sent;
  OBSERVE(message, .from = m[from].world, .to = m[to].world,
          .context = s->envelope.context, .tag = s->envelope.tag,
          .bytes = (size_t)bytes, .date = sent);
  m[from].next = fmax(m[from].next, left);
  m[to].next =
      fmax(m[to].next, net_land(here, there, (double)bytes, d.head, &in));
}

static void rounds(const struct schedule *s, bool up, struct member *m)
{
  int size = s->size;
  for (long distance = 1; distance < size; distance *= 2) {
    int ahead = up ? distance : size - distance;
    for (int i = 0; i < size; i++)
      pass(s, m, i, wrap(i + ahead, size), distance);
    for (int i = 0; i < size; i++) {
      int from = wrap(i + size - ahead, size);
      MPI_Count bytes = round_bytes(&m[from], distance, size);
      m[i].date = m[i].next + cost_overhead(COST_RECV, bytes);
      m[i].next = 0;
    }
  }
}

/* --- joining --- */

void together_join(struct schedule *s, MPI_Count bytes, bool up)
{
  struct gathering *g = gathering_find(s);
  if (!g) g = gathering_new(s);
  g->members[s->rank] = (struct member){.schedule = s,
                                        .date = s->time,
                                        .bytes = bytes,
                                        .host = s->owner->host,
                                        .world = s->owner->id};
  if (++g->present < g->size) return;
  table_remove(&gatherings, &g->node);
  rounds(s, up, g->members);
  for (int i = 0; i < g->size; i++)
    together_ends(g->members[i].schedule, g->members[i].date);
  free(g);
}

int together_absent(const struct schedule *s)
{
  struct gathering *g = gathering_find(s);
  if (!g) return -1;
  while (g->members[g->looked].schedule)
    g->looked++;
  return g->looked;
}
