/* Allgather, with and without counts per rank: Bruck's algorithm (1997) for
 * short results, a ring for long ones; recursive doubling on request (Thakur,
 * Rabenseifner, Gropp 2005), for a power of two of ranks.
 *
 * Bruck: `work` holds, packed, the blocks of this rank and of those after it,
 * `filled` bytes so far; ceil(log2 p) rounds. The others work in place: the
 * ring in p - 1 rounds, doubling in log2 p, in each of which partners exchange
 * all that they have. */
#include "algorithm.h"

/* Bytes of the n blocks from rank `first` on, around the end. */
static MPI_Count bytes_of(const struct coll *c, int first, int n)
{
  if (!c->recv.counts.at) return n * block_bytes(&c->recv, 0);
  MPI_Count bytes = 0;
  for (int i = 0; i < n; i++)
    bytes += block_bytes(&c->recv, (first + i) % c->schedule.size);
  return bytes;
}

static void own_block(struct coll *c, char *packed)
{
  int rank = c->schedule.rank;
  if (!c->in_place) coll_copy_own(c, 0, rank);
  if (packed) coll_pack_block(c, packed, &c->recv, rank);
}

static void spread(struct coll *c)
{
  const struct schedule *s = &c->schedule;
  MPI_Count at = block_bytes(&c->recv, s->rank);
  for (int i = 1; i < s->size; i++) {
    int rank = (s->rank + i) % s->size;
    coll_unpack_block(c, &c->recv, rank, c->work + at);
    at += block_bytes(&c->recv, rank);
  }
}

static bool bruck_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  if (s->round == 0) {
    own_block(c, c->work);
    c->filled = block_bytes(&c->recv, s->rank);
  }
  int distance = s->round < 31 ? 1 << s->round : s->size;
  if (distance >= s->size) {
    spread(c);
    return false;
  }
  int n = s->size - distance < distance ? s->size - distance : distance;
  int ahead = (s->rank + distance) % s->size;
  MPI_Count in = bytes_of(c, ahead, n), out = bytes_of(c, s->rank, n);
  if (in) schedule_recv(s, ahead, c->work + c->filled, in, coll_byte());
  if (out)
    schedule_send(s, (s->rank + s->size - distance) % s->size, c->work, out,
                  coll_byte());
  c->filled += in;
  return true;
}

static bool ring_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int size = s->size;
  if (s->round == 0) own_block(c, NULL);
  if (s->round == size - 1) return false;
  int mine = (s->rank - s->round + size) % size;
  coll_recv_block(c, (s->rank - 1 + size) % size, &c->recv,
                  (mine - 1 + size) % size);
  coll_send_block(c, (s->rank + 1) % size, &c->recv, mine);
  return true;
}

static bool doubling_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  const struct blocks *b = &c->recv;
  if (s->round == 0) own_block(c, NULL);
  int n = s->round < 31 ? 1 << s->round : s->size;
  if (n >= s->size) return false;
  int own = s->rank & ~(n - 1), theirs = own ^ n;
  schedule_recv(s, s->rank ^ n, block_at(b, theirs), n * b->count, b->type);
  schedule_send(s, s->rank ^ n, block_at(b, own), n * b->count, b->type);
  return true;
}

void choose_allgather(struct coll *c)
{
  static stage_round *const bruck[] = {bruck_round, NULL};
  static stage_round *const doubling[] = {doubling_round, NULL};
  static stage_round *const ring[] = {ring_round, NULL};
  int size = c->schedule.size;
  MPI_Count bytes = bytes_of(c, 0, size);
  bool uniform = c->schedule.kind == COLL_ALLGATHER && bytes;
  unsigned traits = (uniform ? TRAIT_UNIFORM : 0) |
                    (coll_power(size) == size ? TRAIT_POWER_OF_TWO : 0);
  switch (select_algorithm(FAMILY_ALLGATHER, bytes, size, traits)) {
  case ALGORITHM_BRUCK:
    c->schedule.stages = bruck;
    c->work = coll_bytes(c, bytes);
    return;
  case ALGORITHM_RECURSIVE_DOUBLING:
    c->schedule.stages = doubling;
    return;
  default:
    c->schedule.stages = ring;
  }
}
