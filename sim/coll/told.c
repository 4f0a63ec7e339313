/* What collectives tell the observers. [MPI-4.1 6.1, 6.14]
 *
 * `shapes` says for each collective which of its buffers a rank accesses and
 * whose call comes before whose return, as its result demands: no message of an
 * algorithm is told. Blocks without bytes carry no order. A carrier is the
 * communicator with the number of the collective, and what tells apart several
 * of one collective: the rank that releases, or its group.
 * Invariant: each carrier says how often it will be released and acquired, and
 * that is how often it is, so that nothing is left of it. */
#include "told.h"

#include "../p2p/spare.h"
#include "../rank/observed.h"
#include "../../model/topology/topology.h"

enum pattern {
  ALL,       /* who gets something comes after all who give something */
  FROM_ROOT, /* all come after the root */
  TO_ROOT,   /* the root comes after all */
  PAIRS,     /* each block's receiver after its sender */
  PREFIX,    /* each after those before it */
};

/* Blocks of a buffer argument: none, one, one per partner. */
enum extent { NONE, ONE, EACH };

struct shape {
  enum pattern pattern;
  enum extent send, recv;
  enum { BY_ALL, ROOT_SENDS, ROOT_RECEIVES } has; /* or only the root has it */
};

static const struct shape shapes[COLLECTIVES] = {
    [COLL_BARRIER] = {ALL, NONE, NONE, BY_ALL},
    [COLL_FENCE] = {ALL, NONE, NONE, BY_ALL},
    [COLL_FINALIZE] = {ALL, NONE, NONE, BY_ALL},
    [COLL_EXCHANGE] = {ALL, NONE, NONE, BY_ALL},
    [COLL_BCAST] = {FROM_ROOT, NONE, ONE, BY_ALL},
    [COLL_GATHER] = {PAIRS, ONE, EACH, ROOT_RECEIVES},
    [COLL_GATHERV] = {PAIRS, ONE, EACH, ROOT_RECEIVES},
    [COLL_SCATTER] = {FROM_ROOT, EACH, ONE, ROOT_SENDS},
    [COLL_SCATTERV] = {FROM_ROOT, EACH, ONE, ROOT_SENDS},
    [COLL_ALLGATHER] = {ALL, ONE, EACH, BY_ALL},
    [COLL_ALLGATHERV] = {ALL, ONE, EACH, BY_ALL},
    [COLL_ALLTOALL] = {ALL, EACH, EACH, BY_ALL},
    [COLL_ALLTOALLV] = {PAIRS, EACH, EACH, BY_ALL},
    [COLL_ALLTOALLW] = {PAIRS, EACH, EACH, BY_ALL},
    [COLL_REDUCE] = {TO_ROOT, ONE, ONE, ROOT_RECEIVES},
    [COLL_ALLREDUCE] = {ALL, ONE, ONE, BY_ALL},
    [COLL_REDUCE_SCATTER] = {ALL, ONE, ONE, BY_ALL},
    [COLL_REDUCE_SCATTER_BLOCK] = {ALL, ONE, ONE, BY_ALL},
    [COLL_SCAN] = {PREFIX, ONE, ONE, BY_ALL},
    [COLL_EXSCAN] = {PREFIX, ONE, ONE, BY_ALL},
    [COLL_NEIGHBOR_ALLGATHER] = {PAIRS, ONE, EACH, BY_ALL},
    [COLL_NEIGHBOR_ALLGATHERV] = {PAIRS, ONE, EACH, BY_ALL},
    [COLL_NEIGHBOR_ALLTOALL] = {PAIRS, EACH, EACH, BY_ALL},
    [COLL_NEIGHBOR_ALLTOALLV] = {PAIRS, EACH, EACH, BY_ALL},
    [COLL_NEIGHBOR_ALLTOALLW] = {PAIRS, EACH, EACH, BY_ALL},
};

static const struct shape *shape_of(const struct coll *c)
{
  return &shapes[c->schedule.kind];
}

/* --- who is who --- */

static const struct comm *comm_of_coll(const struct coll *c)
{
  return c->schedule.view->comm;
}

static bool neighborly(const struct coll *c)
{
  return c->schedule.kind >= COLL_NEIGHBOR_ALLGATHER;
}

static bool rooted(const struct coll *c)
{
  const struct shape *s = shape_of(c);
  return s->pattern == FROM_ROOT || s->has == ROOT_RECEIVES;
}

static bool is_root(const struct coll *c)
{
  if (comm_of_coll(c)->remote) return c->far_root == MPI_ROOT;
  return c->schedule.rank == c->root;
}

/* A rank of an intercommunicator's group that only looks on? */
static bool looks_on(const struct coll *c)
{
  return rooted(c) && comm_of_coll(c)->remote && c->far_root == MPI_PROC_NULL;
}

static bool alone(const struct comm *c)
{
  return !c->remote && group_size(c->group) == 1;
}

/* What is not the root's part. */
static bool is_member(const struct coll *c)
{
  return !comm_of_coll(c)->remote || !is_root(c);
}

static int partners(const struct coll *c)
{
  return group_size(comm_peers(comm_of_coll(c)));
}

/* How many blocks the side has, and whose the i-th is: a rank of the partners,
 * or MPI_PROC_NULL. */
static int blocks_in(const struct coll *c)
{
  const struct topology *t = comm_of_coll(c)->topology;
  return neighborly(c) ? topology_indegree(t, c->schedule.rank) : partners(c);
}

static int blocks_out(const struct coll *c)
{
  const struct topology *t = comm_of_coll(c)->topology;
  return neighborly(c) ? topology_outdegree(t, c->schedule.rank) : partners(c);
}

static int block_from(const struct coll *c, int i)
{
  const struct topology *t = comm_of_coll(c)->topology;
  return neighborly(c) ? topology_source(t, c->schedule.rank, i) : i;
}

static int block_to(const struct coll *c, int i)
{
  const struct topology *t = comm_of_coll(c)->topology;
  return neighborly(c) ? topology_destination(t, c->schedule.rank, i) : i;
}

/* Rank i of the partners is self. */
static bool own(const struct coll *c, int i)
{
  return !comm_of_coll(c)->remote && i == c->schedule.rank;
}

/* In place, what is sent lies in the receive buffer. */
static const struct blocks *sent(const struct coll *c)
{
  return c->in_place && shape_of(c)->send == EACH ? &c->recv : &c->send;
}

/* --- carriers --- */

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

/* Of a persistent collective by the last bits of the number of its start. */
static struct observed_carrier carrier(const struct coll *c, int side, int rank)
{
  return carrier_of(comm_of_coll(c), c->schedule.number,
                    c->starts << 24 | (uint32_t)side << 23 | (uint32_t)rank);
}

static int own_side(const struct coll *c)
{
  return comm_of_coll(c)->remote ? comm_of_coll(c)->side : 0;
}

static int far_side(const struct coll *c)
{
  return comm_of_coll(c)->remote ? !comm_of_coll(c)->side : 0;
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
  int near = c->schedule.size, far = partners(c), me = c->schedule.rank;
  struct meeting_of_all m = {near, far, true, true};
  bool something;
  switch (c->schedule.kind) {
  case COLL_BARRIER:
  case COLL_FENCE:
  case COLL_FINALIZE:
  case COLL_EXCHANGE:
    return m;
  case COLL_ALLGATHERV: /* by the counts of who gives, which all know */
    m.givers = comm_of_coll(c)->remote ? near : count_nonempty(&c->recv, far);
    m.gives = comm_of_coll(c)->remote || block_bytes(&c->recv, me) > 0;
    m.gets = m.givers > 0;
    return m;
  case COLL_REDUCE_SCATTER: /* by the counts of who gets */
    m.getters = comm_of_coll(c)->remote ? far : count_nonempty(&c->recv, near);
    m.gives = m.getters > 0;
    m.gets = comm_of_coll(c)->remote || block_bytes(&c->recv, me) > 0;
    return m;
  default:
    something = block_bytes(&c->recv, 0) > 0;
    return (struct meeting_of_all){something * near, something * far, something,
                                   something};
  }
}

static void all_start(const struct coll *c)
{
  struct meeting_of_all m = meeting_of(c);
  if (m.gives) release(carrier(c, own_side(c), 0), m.givers, m.getters);
}

static void all_end(const struct coll *c)
{
  if (meeting_of(c).gets) acquire(carrier(c, far_side(c), 0));
}

/* --- rooted --- */

/* The ranks that get something of the root's. */
static int getters(const struct coll *c)
{
  int n = partners(c);
  if (shape_of(c)->send != EACH)
    return block_bytes(&c->recv, 0) ? n - own(c, c->root) : 0;
  bool self_too =
      !comm_of_coll(c)->remote && block_bytes(&c->send, c->root) > 0;
  return count_nonempty(&c->send, n) - self_too;
}

static void root_release(const struct coll *c)
{
  if (is_root(c)) release(carrier(c, own_side(c), 0), 1, getters(c));
}

static void root_acquired(const struct coll *c)
{
  if (!is_root(c) && block_bytes(&c->recv, 0) > 0)
    acquire(carrier(c, far_side(c), 0));
}

static void to_root_release(const struct coll *c)
{
  int others = c->schedule.size - !comm_of_coll(c)->remote;
  if (!is_root(c) && block_bytes(&c->send, 0) > 0)
    release(carrier(c, own_side(c), 0), others, 1);
}

static void to_root_acquire(const struct coll *c)
{
  bool others = partners(c) > !comm_of_coll(c)->remote;
  if (is_root(c) && others && block_bytes(&c->recv, 0) > 0)
    acquire(carrier(c, far_side(c), 0));
}

/* --- pairs --- */

/* To how many others does self send something? */
static int targets(const struct coll *c)
{
  const struct shape *s = shape_of(c);
  int count = 0;
  if (rooted(c)) return is_member(c) && !is_root(c) && block_bytes(&c->send, 0);
  for (int i = 0; i < blocks_out(c); i++) {
    int to = block_to(c, i);
    if (to == MPI_PROC_NULL || own(c, to)) continue;
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
  if (rooted(c) && !is_root(c)) return;
  for (int i = 0; i < blocks_in(c); i++) {
    int from = block_from(c, i);
    if (from == MPI_PROC_NULL || own(c, from)) continue;
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

/* --- buffers --- */

struct telling {
  const char *argument;
  bool write, replaces, received;
  enum observed_start started;
  uint64_t pending;
  const void *whole; /* of a block */
};

/* What a call has told of its receive buffer. */
static struct {
  struct piece *list;
  int count, room;
  const char *cut; /* the first that does not fit; NULL: all do */
} pieces;

static void tell_piece(struct telling t, const void *at, MPI_Count count,
                       const struct datatype *type, MPI_Count fit)
{
  struct piece p = {(char *)at, count, fit, type, t.write};
  if (fit < count && (!pieces.cut || p.at < pieces.cut)) pieces.cut = at;
  GROW(pieces.list, pieces.count, pieces.room, 16);
  pieces.list[pieces.count++] = p;
}

static void tell(struct telling t, const void *at, MPI_Count count,
                 const struct datatype *type)
{
  MPI_Count fit = count;
  if (count <= 0 || !type) return;
  OBSERVE(buffer, OBSERVED_SELF, .argument = t.argument,
          .data = {at, count, type}, .whole = t.whole, .write = t.write,
          .replaces = t.replaces, .started = t.started, .pending = t.pending,
          .room = &fit, .date = self->time);
  if (t.received) tell_piece(t, at, count, type, fit);
}

static void tell_block(struct telling t, const struct blocks *b, int i)
{
  bool behind = pieces.cut && block_at(b, i) > pieces.cut; /* cut_behind() */
  t.whole = behind ? NULL : b->base;
  if (block_count(b, i) > 0)
    tell(t, block_at(b, i), block_count(b, i), block_type(b, i));
}

/* A side of n blocks, but for those of `without`, and of nobody. */
static void tell_each(struct telling t, const struct coll *c,
                      const struct blocks *b, int n, int without)
{
  if (!b->counts.at && without < 0 && !neighborly(c)) {
    tell(t, b->base, n * b->count, b->type);
    return;
  }
  for (int i = 0; i < n; i++) {
    int peer = t.write ? block_from(c, i) : block_to(c, i);
    if (i != without && peer != MPI_PROC_NULL) tell_block(t, b, i);
  }
}

static bool writes_nothing(const struct coll *c)
{
  return c->schedule.kind == COLL_EXSCAN && c->schedule.rank == 0;
}

/* The contribution in place, but for what is also written. */
static void tell_in_place(const struct coll *c, struct telling t)
{
  const struct shape *s = shape_of(c);
  const struct blocks *b = &c->send;
  t.argument = "recvbuf";
  t.received = true;
  if (s->recv == EACH) {
    tell_block(t, &c->recv, c->schedule.rank);
  } else {
    MPI_Count written = writes_nothing(c) ? 0 : c->recv.count;
    tell(t, b->base + written * b->type->extent, b->count - written, b->type);
  }
}

static void tell_send(const struct coll *c, struct telling t)
{
  const struct shape *s = shape_of(c);
  t.argument = "sendbuf";
  if (s->has == ROOT_SENDS ? !is_root(c) : !is_member(c)) return;
  if (s->send == ONE && c->in_place)
    tell_in_place(c, t);
  else if (s->send == ONE)
    tell(t, c->send.base, c->send.count, c->send.type);
  else if (s->send == EACH && s->has == ROOT_SENDS)
    tell_each(t, c, &c->send, blocks_out(c),
              c->in_place ? c->schedule.rank : -1);
  else if (s->send == EACH && !c->in_place)
    tell_each(t, c, &c->send, blocks_out(c), -1);
}

static void tell_recv(const struct coll *c, struct telling t)
{
  const struct shape *s = shape_of(c);
  t.argument = "recvbuf";
  t.received = true;
  t.write = true;
  t.replaces = c->in_place;
  if (c->schedule.kind == COLL_BCAST) {
    t.argument = "buffer";
    t.write = !is_root(c);
  } else if (s->has == ROOT_RECEIVES ? !is_root(c) : !is_member(c)) {
    return;
  }
  if (writes_nothing(c) || (c->in_place && s->has == ROOT_SENDS)) return;
  if (s->recv == ONE) tell(t, c->recv.base, c->recv.count, c->recv.type);
  if (s->recv == EACH)
    tell_each(t, c, &c->recv, blocks_in(c),
              c->in_place && s->send == ONE ? c->schedule.rank : -1);
}

static void tell_list(struct telling t, struct list l, int n)
{
  MPI_Datatype entry = l.wide ? MPI_COUNT : MPI_INT;
  if (l.given) tell(t, l.given, n, datatype_predefined(entry));
}

/* What says how long the blocks are, and where, is not to change meanwhile
 * either. [MPI-4.1 6.12] */
static void tell_arrays(struct telling t, const struct blocks *b)
{
  t.argument = "array of counts";
  tell_list(t, b->counts, b->entries);
  t.argument = "array of displacements";
  tell_list(t, b->displs, b->entries);
  t.argument = "array of types";
  if (b->handles)
    tell(t, b->handles, b->entries, datatype_predefined(MPI_AINT));
}

/* --- receive buffers that are too short --- */

static void shift(struct coll *c, ptrdiff_t by)
{
  c->recv.base = spare_shift(c->recv.base, by);
  if (c->in_place) c->send.base = spare_shift(c->send.base, by);
}

/* Blocks behind one that does not fit are in nobody's memory, as far as is
 * known. */
static void cut_behind(void)
{
  for (struct piece *p = pieces.list; p < pieces.list + pieces.count; p++)
    if (p->at > pieces.cut) p->fit = 0;
}

static void take_spare(struct coll *c)
{
  if (pieces.cut && c->recv.base) cut_behind(); /* else they are addresses */
  if (pieces.cut) c->spare = spare_new(pieces.list, pieces.count);
  if (c->spare) shift(c, c->spare->away);
  pieces.count = 0;
  pieces.cut = NULL;
}

static void leave_spare(struct coll *c)
{
  shift(c, -c->spare->away);
  spare_end(c->spare);
  c->spare = NULL;
}

/* --- the calls --- */

static void tell_release(const struct coll *c)
{
  if (!observers_hear.order || alone(comm_of_coll(c))) return;
  switch (shape_of(c)->pattern) {
  case ALL:
    all_start(c);
    break;
  case FROM_ROOT:
    root_release(c);
    break;
  case TO_ROOT:
    to_root_release(c);
    break;
  case PAIRS:
    pairs_release(c);
    break;
  case PREFIX:
    prefix_release(c);
    break;
  }
}

/* Who has left the collective knows that this rank has called it, not that its
 * buffers are free: but for what only the root gets, and has got then. */
void coll_told_start(struct coll *c, uint64_t pending,
                     enum observed_start started)
{
  struct telling t = {.started = started, .pending = pending};
  bool got = shape_of(c)->has == ROOT_RECEIVES;
  c->starts++;
  if (looks_on(c)) return;
  if (observers_hear.buffer && got) tell_send(c, t);
  tell_release(c);
  if (!observers_hear.buffer) return;
  if (!got) tell_send(c, t);
  tell_recv(c, t);
  tell_arrays(t, &c->send);
  tell_arrays(t, &c->recv);
  take_spare(c);
}

void coll_told_end(struct coll *c)
{
  if (!observers_hear.order) return;
  if (c->spare) leave_spare(c);
  if (looks_on(c) || alone(comm_of_coll(c))) return;
  switch (shape_of(c)->pattern) {
  case ALL:
    all_end(c);
    break;
  case FROM_ROOT:
    root_acquired(c);
    break;
  case TO_ROOT:
    to_root_acquire(c);
    break;
  case PAIRS:
    pairs_acquire(c);
    break;
  case PREFIX:
    prefix_acquire(c);
    break;
  }
}

void coll_told_enter(const struct comm_view *view, uint32_t number)
{
  int size = group_size(view->comm->group);
  if (!alone(view->comm))
    release(carrier_of(view->comm, number, 0), size, size);
}

void coll_told_leave(const struct comm_view *view, uint32_t number)
{
  if (!alone(view->comm)) acquire(carrier_of(view->comm, number, 0));
}
