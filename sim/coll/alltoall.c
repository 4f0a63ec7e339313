/* All-to-all, uniform or with counts, displacements and types per rank.
 *
 * Short uniform blocks: Bruck's algorithm (1997), ceil(log2 p) rounds; `work`
 * holds, packed, block j for the rank j further on, `incoming` what travels.
 * Others: pairs in p - 1 steps, a few of them at a time; empty blocks send no
 * message. In place, what is sent is set aside first. */
#include "algorithm.h"

enum { BATCH = 8 };

/* --- Bruck --- */

/* Exchange with `incoming` the blocks whose number has the bit; returns
 * their number. */
static int travel(struct coll *c, int bit, bool pack)
{
  int n = 0;
  MPI_Count bytes = c->filled;
  for (int j = bit; j < c->schedule.size; j++) {
    if (!(j & bit)) continue;
    char *block = c->work + j * bytes, *slot = c->incoming + n++ * bytes;
    schedule_copy(&c->schedule, pack ? slot : block, bytes, coll_byte(),
                  pack ? block : slot, bytes, coll_byte());
  }
  return n;
}

/* A block is what the receive side says, however long it is. */
static void pack_all(struct coll *c)
{
  const struct blocks *out = c->in_place ? &c->recv : &c->send;
  int size = c->schedule.size, rank = c->schedule.rank;
  if (!c->in_place) coll_compare_own(c, rank, rank);
  for (int j = 0; j < size; j++)
    schedule_copy(&c->schedule, c->work + j * c->filled, c->filled, coll_byte(),
                  block_at(out, (rank + j) % size), out->count, out->type);
}

static bool bruck_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int size = s->size, bit = s->round < 31 ? 1 << s->round : size;
  if (s->round == 0) pack_all(c);
  if (s->round > 0) {
    int before = 1 << (s->round - 1);
    char *sent = c->incoming;
    c->incoming = sent + (size + 1) / 2 * c->filled; /* what came */
    travel(c, before, false);
    c->incoming = sent;
  }
  if (bit >= size) {
    for (int j = 0; j < size; j++)
      coll_unpack_block(c, &c->recv, (s->rank - j + size) % size,
                        c->work + j * c->filled);
    return false;
  }
  MPI_Count bytes = travel(c, bit, true) * c->filled;
  schedule_recv(s, (s->rank - bit + size) % size,
                c->incoming + (size + 1) / 2 * c->filled, bytes, coll_byte());
  schedule_send(s, (s->rank + bit) % size, c->incoming, bytes, coll_byte());
  return true;
}

/* --- pairs --- */

/* In place: the blocks of the receive side, packed, become the send side. */
static void set_aside(struct coll *c)
{
  int size = c->schedule.size;
  MPI_Count *at = (MPI_Count *)coll_bytes(c, 2 * size * sizeof *at);
  MPI_Count *counts = at + size, bytes = 0;
  for (int i = 0; i < size; i++) {
    at[i] = bytes;
    counts[i] = block_bytes(&c->recv, i);
    bytes += counts[i];
  }
  c->work = coll_bytes(c, bytes);
  for (int i = 0; i < size; i++)
    if (i != c->schedule.rank) coll_pack_block(c, c->work + at[i], &c->recv, i);
  c->send = (struct blocks){.base = c->work,
                            .type = datatype_ref(coll_byte()),
                            .counts = {counts, .wide = true},
                            .displs = {at, .wide = true}};
}

static bool pairs_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  if (s->round == 0 && c->in_place)
    set_aside(c);
  else if (s->round == 0)
    coll_copy_own(c, s->rank, s->rank);
  int first = 1 + s->round * BATCH;
  for (int i = first; i < first + BATCH && i < s->size; i++) {
    int from = (s->rank - i + s->size) % s->size;
    coll_recv_block(c, from, &c->recv, from);
  }
  for (int i = first; i < first + BATCH && i < s->size; i++) {
    int to = (s->rank + i) % s->size;
    coll_send_block(c, to, &c->send, to);
  }
  return first < s->size;
}

void choose_alltoall(struct coll *c)
{
  static stage_round *const bruck[] = {bruck_round, NULL};
  static stage_round *const pairs[] = {pairs_round, NULL};
  int size = c->schedule.size;
  bool uniform = c->schedule.kind == COLL_ALLTOALL;
  MPI_Count bytes = uniform ? block_bytes(&c->recv, 0) : 0;
  enum algorithm chosen =
      select_algorithm(FAMILY_ALLTOALL, bytes, size, bytes ? TRAIT_UNIFORM : 0);
  c->schedule.stages = chosen == ALGORITHM_BRUCK ? bruck : pairs;
  if (chosen != ALGORITHM_BRUCK) return;
  c->filled = bytes;
  c->work = coll_bytes(c, size * bytes);
  c->incoming = coll_bytes(c, 2 * ((size + 1) / 2) * bytes);
}
