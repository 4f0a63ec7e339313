/* What collectives tell the observers. [MPI-4.1 6.1, 6.14]
 *
 * Order is told by the shapes (shape.h), as the result of each demands it: no
 * message of an algorithm is told. Blocks without bytes carry no order. A
 * carrier is the communicator with the number of the collective, and what tells
 * apart several of one collective: the rank that releases, or its group.
 * Invariant: each carrier says how often it will be released and acquired, and
 * that is how often it is, so that nothing is left of it. */
#include "told.h"

#include "../rank/observed.h"
#include "barrier.h"
#include "buffers.h"
#include "shape.h"

#include "../../model/hash.h"

/* --- carriers --- */

static bool alone(const struct comm *c)
{
  return !c->remote && group_size(c->group) == 1;
}

/* Both sides of an intercommunicator know `both`, which has collectives of its
 * own, that Oriel makes. */
static struct observed_carrier carrier_of(const struct comm *comm,
                                          uint32_t number, uint32_t rest)
{
  const void *object = comm;
  if (comm->both) object = &comm->both->context;
  return (struct observed_carrier){.object = object,
                                   .number = (uint64_t)number << 32 | rest};
}

/* Others for each start of a persistent collective: who only sends may be any
 * number of them ahead. */
static struct observed_carrier carrier(const struct coll *c, int side, int rank)
{
  struct observed_carrier one =
      carrier_of(c->schedule.comm, c->schedule.number,
                 (uint32_t)side << 31 | (uint32_t)rank);
  one.number ^= hash_spread(c->starts);
  return one;
}

static int own_side(const struct coll *c)
{
  return c->schedule.comm->remote ? c->schedule.comm->side : 0;
}

static int far_side(const struct coll *c)
{
  return c->schedule.comm->remote ? !c->schedule.comm->side : 0;
}

static void release(struct observed_carrier c, int releases, int acquires)
{
  if (releases && acquires)
    OBSERVE_ORDER(RELEASE, self->strand, c, .releases = releases,
                  .acquires = acquires);
}

static void acquire(struct observed_carrier c)
{
  OBSERVE_ORDER(ACQUIRE, self->strand, c);
}

/* --- all with all --- */

/* How many of `n` ranks have a block that is not empty. */
static int count_nonempty(const struct blocks *b, int n)
{
  int count = 0;
  if (!b->counts.at) return b->count && b->type->size ? n : 0;
  for (int i = 0; i < n; i++)
    count += list_get(b->counts, i) > 0;
  return b->type->size ? count : 0;
}

/* How many ranks of a group contribute, and how many of its partners receive
 * from them; from one side: to the other it is the reverse. */
struct meeting_of_all {
  int givers, getters;
  bool gives, gets; /* self */
};

static struct meeting_of_all meeting_of(const struct coll *c)
{
  int near = c->schedule.size, far = coll_partners(c), me = c->schedule.rank;
  struct meeting_of_all m = {near, far, true, true};
  bool remote = c->schedule.comm->remote;
  switch (c->schedule.kind) {
  case COLL_BARRIER:
  case COLL_FENCE:
  case COLL_FINALIZE:
  case COLL_EXCHANGE:
    return m;
  case COLL_ALLGATHERV: /* by the counts of who gives, which all know */
    m.givers = count_nonempty(&c->recv, far);
    m.gives = block_bytes(&c->recv, me) > 0;
    m.gets = m.givers > 0;
    return m;
  case COLL_REDUCE_SCATTER: /* of who gets; the far group's are not known */
    m.getters = count_nonempty(&c->recv, near);
    m.gives = m.getters > 0;
    m.gets = remote ? m.gives : block_bytes(&c->recv, me) > 0;
    if (remote) m.getters = far;
    return m;
  default: /* between groups data may go one way only */
    m.gets = block_bytes(&c->recv, 0) > 0;
    m.gives = remote ? block_bytes(&c->send, 0) > 0 : m.gets;
    return m;
  }
}

static void all_release(const struct coll *c)
{
  struct meeting_of_all m = meeting_of(c);
  if (m.gives) release(carrier(c, own_side(c), 0), m.givers, m.getters);
}

static void all_acquire(const struct coll *c)
{
  if (meeting_of(c).gets) acquire(carrier(c, far_side(c), 0));
}

/* --- rooted --- */

/* The ranks that get something of the root's. */
static int getters(const struct coll *c)
{
  int n = coll_partners(c);
  if (shape_of(c)->send != EACH)
    return block_bytes(&c->recv, 0) ? n - coll_is_self(c, c->root) : 0;
  bool self_too =
      !c->schedule.comm->remote && block_bytes(&c->send, c->root) > 0;
  return count_nonempty(&c->send, n) - self_too;
}

static void from_root_release(const struct coll *c)
{
  if (coll_is_root(c)) release(carrier(c, own_side(c), 0), 1, getters(c));
}

static void from_root_acquire(const struct coll *c)
{
  if (!coll_is_root(c) && block_bytes(&c->recv, 0) > 0)
    acquire(carrier(c, far_side(c), 0));
}

static void to_root_release(const struct coll *c)
{
  int others = c->schedule.size - !c->schedule.comm->remote;
  if (!coll_is_root(c) && block_bytes(&c->send, 0) > 0)
    release(carrier(c, own_side(c), 0), others, 1);
}

static void to_root_acquire(const struct coll *c)
{
  bool others = coll_partners(c) > !c->schedule.comm->remote;
  if (coll_is_root(c) && others && block_bytes(&c->recv, 0) > 0)
    acquire(carrier(c, far_side(c), 0));
}

/* --- pairs --- */

/* In place, what is sent lies in the receive buffer. */
static const struct blocks *sent(const struct coll *c)
{
  return c->in_place && shape_of(c)->send == EACH ? &c->recv : &c->send;
}

/* To how many others does self send something? */
static int targets(const struct coll *c)
{
  const struct shape *s = shape_of(c);
  int count = 0;
  if (coll_rooted(c))
    return coll_is_member(c) && !coll_is_root(c) && block_bytes(&c->send, 0);
  for (int i = 0; i < coll_blocks_out(c); i++) {
    int to = coll_block_to(c, i);
    if (to == MPI_PROC_NULL || coll_is_self(c, to)) continue;
    count += block_bytes(sent(c), s->send == EACH ? i : 0) > 0;
  }
  return count;
}

static void pairs_release(const struct coll *c)
{
  release(carrier(c, own_side(c), c->schedule.rank), 1, targets(c));
}

static void pairs_acquire(const struct coll *c)
{
  if (coll_rooted(c) && !coll_is_root(c)) return;
  for (int i = 0; i < coll_blocks_in(c); i++) {
    int from = coll_block_from(c, i);
    if (from == MPI_PROC_NULL || coll_is_self(c, from)) continue;
    if (block_bytes(&c->recv, i) > 0) acquire(carrier(c, far_side(c), from));
  }
}

/* --- prefixes: a binary indexed tree, in which carrier i stands for the ranks
 * [i - low(i), i), low(i) being the last bit of i that is set --- */

static int low(int i)
{
  return i & -i;
}

static int least(int a, int b)
{
  return a < b ? a : b;
}

/* Rank r comes after the first so many ranks: r + 1, or r if it gets nothing of
 * its own. They are in r's carriers, those of i = r + 1, or r, without its last
 * bit, again and again; so carrier i has low(i) acquirers, or fewer at the end.
 */
static int prefix(const struct coll *c, int rank)
{
  return rank + (c->schedule.kind == COLL_SCAN);
}

static void prefix_release(const struct coll *c)
{
  int size = c->schedule.size, last = prefix(c, size - 1);
  if (block_bytes(&c->send, 0) == 0) return;
  for (int i = c->schedule.rank + 1; i <= last; i += low(i))
    release(carrier(c, 0, i), low(i), least(low(i), last - i + 1));
}

static void prefix_acquire(const struct coll *c)
{
  if (block_bytes(&c->send, 0) == 0) return;
  for (int i = prefix(c, c->schedule.rank); i > 0; i -= low(i))
    acquire(carrier(c, 0, i));
}

/* --- the calls --- */

static const struct {
  void (*release)(const struct coll *), (*acquire)(const struct coll *);
} orders[] = {
    [ALL] = {all_release, all_acquire},
    [FROM_ROOT] = {from_root_release, from_root_acquire},
    [TO_ROOT] = {to_root_release, to_root_acquire},
    [PAIRS] = {pairs_release, pairs_acquire},
    [PREFIX] = {prefix_release, prefix_acquire},
};

/* In two groups each rank knows how much it gives, but not what others do. */
static enum pattern pattern_of(const struct coll *c)
{
  bool by_pairs =
      c->schedule.kind == COLL_ALLGATHERV && c->schedule.comm->remote;
  return by_pairs ? PAIRS : shape_of(c)->pattern;
}

static bool orders_others(const struct coll *c)
{
  return observers_hear.order && !alone(c->schedule.comm);
}

/* Who has left the collective knows that this rank has called it, not that its
 * buffers are free: but for what only the root gets, and has got then. */
void coll_told_start(struct coll *c, uint64_t pending,
                     enum observed_start started)
{
  bool got = shape_of(c)->has == ROOT_RECEIVES;
  c->starts++;
  if (coll_looks_on(c)) return;
  if (got) coll_buffers_sent(c, pending, started);
  if (orders_others(c)) orders[pattern_of(c)].release(c);
  if (!got) coll_buffers_sent(c, pending, started);
  coll_buffers_received(c, pending, started);
}

void coll_told_end(struct coll *c)
{
  coll_buffers_end(c);
  if (orders_others(c) && !coll_looks_on(c)) orders[pattern_of(c)].acquire(c);
}

void coll_told_enter(const struct comm_view *view, uint32_t number, int needed)
{
  int size = group_size(view->comm->group);
  bool all = needed == NEEDS_ALL;
  if (needed == NEEDS_NOBODY || alone(view->comm)) return;
  if (all || needed == view->rank)
    release(carrier_of(view->comm, number, 0), all ? size : 1, size - !all);
}

void coll_told_leave(const struct comm_view *view, uint32_t number, int needed)
{
  if (needed == NEEDS_NOBODY || alone(view->comm)) return;
  if (needed != view->rank) acquire(carrier_of(view->comm, number, 0));
}
