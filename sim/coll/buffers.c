/* The accesses of collectives, one for each buffer or block. A receive buffer
 * that is too short is replaced until the end (spare.h).
 * Invariant: `pieces` is empty between calls. */
#include "buffers.h"

#include "../p2p/spare.h"
#include "../rank/observed.h"
#include "../../model/memory.h"
#include "shape.h"

#include <string.h>

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

/* How many there are, as far as is known. */
static MPI_Count tell(struct telling t, const void *at, MPI_Count count,
                      const struct datatype *type)
{
  MPI_Count fit = count;
  if (count <= 0 || !type) return 0;
  OBSERVE(buffer, OBSERVED_SELF, .argument = t.argument,
          .data = {at, count, type}, .whole = t.whole, .write = t.write,
          .replaces = t.replaces, .started = t.started, .pending = t.pending,
          .room = &fit, .date = self->time);
  if (t.received) tell_piece(t, at, count, type, fit);
  return fit;
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
  if (!b->counts.at && without < 0 && !coll_neighborly(c)) {
    tell(t, b->base, n * b->count, b->type);
    return;
  }
  for (int i = 0; i < n; i++) {
    int peer = t.write ? coll_block_from(c, i) : coll_block_to(c, i);
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
  if (s->has == ROOT_SENDS ? !coll_is_root(c) : !coll_is_member(c)) return;
  if (s->send == ONE && c->in_place)
    tell_in_place(c, t);
  else if (s->send == ONE)
    tell(t, c->send.base, c->send.count, c->send.type);
  else if (s->send == EACH && s->has == ROOT_SENDS)
    tell_each(t, c, &c->send, coll_blocks_out(c),
              c->in_place ? c->schedule.rank : -1);
  else if (s->send == EACH && !c->in_place)
    tell_each(t, c, &c->send, coll_blocks_out(c), -1);
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
    t.write = !coll_is_root(c);
  } else if (s->has == ROOT_RECEIVES ? !coll_is_root(c) : !coll_is_member(c)) {
    return;
  }
  if (writes_nothing(c) || (c->in_place && s->has == ROOT_SENDS)) return;
  if (s->recv == ONE) tell(t, c->recv.base, c->recv.count, c->recv.type);
  if (s->recv == EACH)
    tell_each(t, c, &c->recv, coll_blocks_in(c),
              c->in_place && s->send == ONE ? c->schedule.rank : -1);
}

/* What is to stay between the starts, too, is compared, if it is all there. */
static void tell_list(struct coll *c, struct telling t, struct list l, int n)
{
  const struct datatype *entry =
      datatype_predefined(l.wide ? MPI_COUNT : MPI_INT);
  if (!l.given || tell(t, l.given, n, entry) < n) return;
  if (t.started != STARTED_COLLECTIVE) return;
  if (memcmp(l.given, l.at, (size_t)(n * entry->size)) != 0)
    c->changed = t.argument;
}

/* What says how long the blocks are, where, and of what, is not to change
 * meanwhile either. [MPI-4.1 6.12] */
static void tell_arrays(struct coll *c, struct telling t,
                        const struct blocks *b)
{
  t.argument = "array of counts";
  tell_list(c, t, b->counts, b->entries);
  t.argument = "array of displacements";
  tell_list(c, t, b->displs, b->entries);
  t.argument = "array of types";
  tell_list(c, t, b->handles, b->entries);
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

void coll_buffers_sent(const struct coll *c, uint64_t pending,
                       enum observed_start started)
{
  struct telling t = {.started = started, .pending = pending};
  if (observers_hear.buffer) tell_send(c, t);
}

void coll_buffers_received(struct coll *c, uint64_t pending,
                           enum observed_start started)
{
  struct telling t = {.started = started, .pending = pending};
  if (!observers_hear.buffer) return;
  tell_recv(c, t);
  tell_arrays(c, t, &c->send);
  tell_arrays(c, t, &c->recv);
  take_spare(c);
}

void coll_buffers_end(struct coll *c)
{
  if (!c->spare) return;
  shift(c, -c->spare->away);
  spare_end(c->spare);
  c->spare = NULL;
}
