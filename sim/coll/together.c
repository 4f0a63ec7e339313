/* --coll=model: what all members of a communicator do together, the barrier
 * and Oriel's exchanges, as one shared object for each call.
 *
 * Members join; the last one's arrival fixes the dates of all. Round by round,
 * as the messages would go, member i is done with round k when its own message
 * has left and the one from 2^k ranks away is there:
 *
 *   t_i = max(t_i + o_send, t_j + o_send + L + bytes/B) + o_recv
 *
 * with t_i, at first, the date of its arrival. What is there at t_i already is
 * taken before the own message is sent. Invariant: a gathering is in the table
 * from its first member's arrival to its last one's. */
#include "../../model/memory.h"
#include "../../model/observer.h"
#include "../cost/noise.h"
#include "../net/net.h"
#include "../p2p/table.h"
#include "model.h"
#include "step.h"

#include <math.h>
#include <stdlib.h>

/* All that the rounds need of a member, side by side. */
struct member {
  struct schedule *schedule; /* NULL: not yet there */
  double date;               /* after the last round */
  double left, came;         /* in this one: its own message, that for it */
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

/* --- a round --- */

struct round {
  const struct schedule *schedule;
  struct member *members;
  int ahead, distance; /* up the ranks; the shorter way */
};

static MPI_Count bytes_of(const struct round *r, int from)
{
  return round_bytes(&r->members[from], r->distance, r->schedule->size);
}

/* When the CPU of a member that begins then has dealt with so many bytes. */
static double dealt(const struct member *m, double date, enum cost_call call,
                    MPI_Count bytes)
{
  return date + noisy(m->world, date, cost_overhead(call, bytes));
}

/* When it has taken the message that comes to it. */
static double taken(const struct round *r, int to, double date)
{
  int size = r->schedule->size, from = wrap(to + size - r->ahead, size);
  return dealt(&r->members[to], date, COST_RECV, bytes_of(r, from));
}

static bool was_there(const struct member *m)
{
  return m->came < m->date;
}

/* The message from one member to the next; of that, what is for the former has
 * been sent. */
static void pass(const struct round *r, int from, int to)
{
  const struct schedule *s = r->schedule;
  struct member *m = &r->members[from], *next = &r->members[to];
  MPI_Count bytes = bytes_of(r, from);
  double sent = dealt(m, m->date, COST_SEND, bytes);
  if (was_there(m)) sent = taken(r, from, sent);
  double out = 0, in = 0; /* one message in a round: always free */
  bool waits = message_waits(bytes);
  double date =
      waits ? message_cleared(m->host, next->host, sent, next->date) : sent;
  struct net_departure d =
      net_leave(m->host, next->host, (double)bytes, date, &out);
  OBSERVE(message, .from = m->world, .to = next->world,
          .context = s->envelope.context, .tag = s->envelope.tag,
          .bytes = (size_t)bytes, .date = sent);
  m->left = waits ? d.injected : sent;
  next->came = net_land(m->host, next->host, (double)bytes, d.head, &in);
}

/* Members that pass a message on to each other, in a ring. The first one that
 * comes to the round finds nothing there. */
static void pass_round(const struct round *r, int one)
{
  const struct member *m = r->members;
  int size = r->schedule->size, first = one, from;
  for (int i = wrap(one + r->ahead, size); i != one;
       i = wrap(i + r->ahead, size))
    if (m[i].date < m[first].date) first = i;
  int to = first;
  do {
    from = to;
    to = wrap(from + r->ahead, size);
    pass(r, from, to);
  } while (to != first);
}

/* Where all come at once the order does not matter, and neighbours are one
 * behind the other in memory. */
static bool may_be_there(const struct round *r)
{
  const struct member *m = r->members;
  int size = r->schedule->size;
  for (int i = 0; i < size; i++) {
    const struct member *to = &m[wrap(i + r->ahead, size)];
    if (to->date > m[i].date &&
        to->date > m[i].date + net_latency(m[i].host, to->host))
      return true;
  }
  return false;
}

static void rounds(const struct schedule *s, bool up, struct member *m)
{
  int size = s->size;
  for (long distance = 1; distance < size; distance *= 2) {
    int ahead = up ? distance : size - distance;
    struct round r = {s, m, ahead, (int)distance};
    int bits = size | (int)distance;
    int rings = may_be_there(&r) ? bits & -bits : 0;
    for (int i = 0; i < size; i++)
      m[i].came = INFINITY;
    for (int i = 0; i < rings; i++)
      pass_round(&r, i);
    for (int i = 0; !rings && i < size; i++)
      pass(&r, i, wrap(i + ahead, size));
    for (int i = 0; i < size; i++)
      m[i].date = was_there(&m[i]) ? m[i].left
                                   : taken(&r, i, fmax(m[i].left, m[i].came));
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
