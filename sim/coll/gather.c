/* Gather and scatter, with and without counts per rank.
 *
 * Short uniform blocks go up and down a binomial tree, in which the rank that
 * is v after the root handles the blocks of [v, v + span); `work` holds them
 * packed, in that order. Long blocks, and those of different sizes, go
 * straight between the root and their rank. */
#include "algorithm.h"

/* How many blocks the subtree of `span` at v has. */
static int subtree(const struct coll *c, int v, int span)
{
  return v + span < c->schedule.size ? span : c->schedule.size - v;
}

/* The side that is significant at this rank, where all blocks are alike. */
static MPI_Count uniform_bytes(const struct coll *c, const struct blocks *root,
                               const struct blocks *own)
{
  bool is_root = c->schedule.rank == c->root;
  return block_bytes(is_root ? root : own, 0);
}

static char *work_at(const struct coll *c, int block)
{
  return c->work + block * c->filled;
}

static void work_message(struct coll *c, bool send, int v, int at, int blocks)
{
  MPI_Count bytes = blocks * c->filled;
  if (send)
    schedule_send(&c->schedule, coll_to_rank(c, v), work_at(c, at), bytes,
                  coll_byte());
  else
    schedule_recv(&c->schedule, coll_to_rank(c, v), work_at(c, at), bytes,
                  coll_byte());
}

/* --- gather --- */

static bool gather_tree_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int v = coll_from_root(c), span = coll_span(v, s->size);
  if (s->round == 0) {
    if (v) coll_pack_block(c, c->work, &c->send, 0);
    for (int d = 1; d < span; d *= 2)
      if (v + d < s->size)
        work_message(c, false, v + d, d, subtree(c, v + d, d));
    return true;
  }
  if (s->round > 1) return false;
  if (v) {
    work_message(c, true, v - span, 0, subtree(c, v, span));
    return true;
  }
  for (int i = 1; i < s->size; i++)
    coll_unpack_block(c, &c->recv, coll_to_rank(c, i), work_at(c, i));
  if (!c->in_place) coll_copy_own(c, 0, s->rank);
  return true;
}

static bool gather_direct_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  if (s->round > 0) return false;
  if (s->rank != c->root) {
    coll_send_block(c, c->root, &c->send, 0);
    return true;
  }
  if (!c->in_place) coll_copy_own(c, 0, s->rank);
  for (int v = 1; v < s->size; v++)
    coll_recv_block(c, coll_to_rank(c, v), &c->recv, coll_to_rank(c, v));
  return true;
}

/* --- scatter --- */

static bool scatter_tree_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  int v = coll_from_root(c), span = coll_span(v, s->size);
  if (s->round == 0) {
    if (v) work_message(c, false, v - span, 0, subtree(c, v, span));
    for (int i = 1; !v && i < s->size; i++)
      coll_pack_block(c, work_at(c, i), &c->send, coll_to_rank(c, i));
    return true;
  }
  if (s->round > 1) return false;
  for (int d = span / 2; d > 0; d /= 2)
    if (v + d < s->size) work_message(c, true, v + d, d, subtree(c, v + d, d));
  if (v)
    coll_unpack_block(c, &c->recv, 0, c->work);
  else if (!c->in_place)
    coll_copy_own(c, s->rank, 0);
  return true;
}

static bool scatter_direct_round(struct schedule *s)
{
  struct coll *c = coll_of(s);
  if (s->round > 0) return false;
  if (s->rank != c->root) {
    coll_recv_block(c, c->root, &c->recv, 0);
    return true;
  }
  for (int v = 1; v < s->size; v++)
    coll_send_block(c, coll_to_rank(c, v), &c->send, coll_to_rank(c, v));
  if (!c->in_place) coll_copy_own(c, s->rank, 0);
  return true;
}

/* --- choices --- */

/* The tree, if it is chosen; its scratch. */
static bool take_tree(struct coll *c, enum family family, bool uniform,
                      MPI_Count bytes)
{
  int v = coll_from_root(c), size = c->schedule.size;
  unsigned traits = uniform && bytes ? TRAIT_UNIFORM : 0;
  if (select_algorithm(family, bytes, size, traits) != ALGORITHM_BINOMIAL)
    return false;
  c->filled = bytes;
  c->work = coll_bytes(c, bytes * subtree(c, v, coll_span(v, size)));
  return true;
}

void choose_gather(struct coll *c)
{
  static stage_round *const tree[] = {gather_tree_round, NULL};
  static stage_round *const direct[] = {gather_direct_round, NULL};
  bool uniform = c->schedule.kind == COLL_GATHER;
  MPI_Count bytes = uniform ? uniform_bytes(c, &c->recv, &c->send) : 0;
  c->schedule.stages =
      take_tree(c, FAMILY_GATHER, uniform, bytes) ? tree : direct;
}

void choose_scatter(struct coll *c)
{
  static stage_round *const tree[] = {scatter_tree_round, NULL};
  static stage_round *const direct[] = {scatter_direct_round, NULL};
  bool uniform = c->schedule.kind == COLL_SCATTER;
  MPI_Count bytes = uniform ? uniform_bytes(c, &c->send, &c->recv) : 0;
  c->schedule.stages =
      take_tree(c, FAMILY_SCATTER, uniform, bytes) ? tree : direct;
}
