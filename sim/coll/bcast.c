/* Broadcast. Binomial tree; for long messages a scatter of chunks down the
 * same tree and a ring that gathers them everywhere (van de Geijn), which
 * moves every byte twice whatever the number of ranks.
 *
 * `work` is the message as a stream of bytes: the buffer itself where that is
 * contiguous, else a packed copy. Ranks count from the root. */
#include "algorithm.h"

static bool tree_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  const struct blocks *b = &c->recv;
  int v = coll_from_root(c), span = coll_span(v, s->size);
  if (s->round == 0) {
    if (v)
      schedule_recv(s, coll_to_rank(c, v - span), b->base, b->count, b->type);
    return true;
  }
  for (int d = span / 2; s->round == 1 && d > 0; d /= 2)
    if (v + d < s->size)
      schedule_send(s, coll_to_rank(c, v + d), b->base, b->count, b->type);
  return s->round == 1;
}

/* --- long messages --- */

static MPI_Count chunk_at(const struct coll *c, int chunk)
{
  MPI_Count bytes = p2p_bytes(c->recv.count, c->recv.type);
  MPI_Count each = (bytes + c->schedule.size - 1) / c->schedule.size;
  return chunk * each < bytes ? chunk * each : bytes;
}

static void move_chunks(struct coll *c, bool send, int peer, int from, int to)
{
  MPI_Count at = chunk_at(c, from), bytes = chunk_at(c, to) - at;
  if (bytes == 0) return;
  if (send)
    schedule_send(&c->schedule, peer, c->work + at, bytes, coll_byte());
  else
    schedule_recv(&c->schedule, peer, c->work + at, bytes, coll_byte());
}

static int chunk_end(const struct coll *c, int v)
{
  return v < c->schedule.size ? v : c->schedule.size;
}

/* After it, v holds chunks [v, v + its span of the tree). */
static bool scatter_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int v = coll_from_root(c), span = coll_span(v, s->size);
  if (s->round == 0) {
    if (v)
      move_chunks(c, false, coll_to_rank(c, v - span), v,
                  chunk_end(c, v + span));
    else if (!c->recv.type->contiguous)
      coll_pack_block(c, c->work, &c->recv, 0);
    return true;
  }
  for (int d = span / 2; s->round == 1 && d > 0; d /= 2)
    if (v + d < s->size)
      move_chunks(c, true, coll_to_rank(c, v + d), v + d,
                  chunk_end(c, v + 2 * d));
  return s->round == 1;
}

static bool ring_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int v = coll_from_root(c), size = s->size;
  if (s->round == size - 1) {
    if (v && !c->recv.type->contiguous)
      coll_unpack_block(c, &c->recv, 0, c->work);
    return false;
  }
  int mine = (v - s->round + size) % size, next = (mine - 1 + size) % size;
  move_chunks(c, false, coll_to_rank(c, (v - 1 + size) % size), next, next + 1);
  move_chunks(c, true, coll_to_rank(c, (v + 1) % size), mine, mine + 1);
  return true;
}

void choose_bcast(struct coll *c)
{
  static stage_round *const tree[] = {tree_round, NULL};
  static stage_round *const ring[] = {scatter_round, ring_round, NULL};
  const struct blocks *b = &c->recv;
  MPI_Count bytes = p2p_bytes(b->count, b->type);
  int size = c->schedule.size;
  bool is_long = select_algorithm(FAMILY_BCAST, bytes / size, size, 0) ==
                 ALGORITHM_SCATTER_ALLGATHER;
  c->schedule.stages = is_long ? ring : tree;
  if (!is_long) return;
  c->work =
      b->type->contiguous ? b->base + b->type->true_lb : coll_bytes(c, bytes);
}
