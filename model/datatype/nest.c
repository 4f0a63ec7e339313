/* Loop nests: from layouts, and into a good order.
 *
 * The innermost two levels are one function (row.h). The levels around them
 * count like the wheels of an odometer. Where small blocks lie close together
 * along another level than the one along which the other side does (a
 * transposition) those two become the innermost ones and are cut into tiles, so
 * that each cache line is used as a whole on both sides. */
#include "nest.h"

#include "row.h"

/* Bytes; blocks along each side of a tile; bytes that any order suits. */
enum { LINE = 64, TILE = 16, FEW = 1024 };

/* --- from layouts --- */

/* Written once and in its order: to read it again at once would take long. */
static inline void add_levels(struct nest *nest, const struct layout *layout,
                              MPI_Count count, bool unpack)
{
  nest->levels = layout->depth;
  for (int k = layout->depth - 1; k >= 0; k--) {
    const struct layout *child = layout->child;
    MPI_Count packed = child->size, stride = layout->stride;
    nest->level[k].count = count;
    nest->level[k].to = unpack ? stride : packed;
    nest->level[k].from = unpack ? packed : stride;
    layout = child;
    count = layout->count;
  }
  nest->block = (size_t)layout->size;
}

void nest_pack(struct nest *nest, const struct layout *layout, MPI_Count count)
{
  add_levels(nest, layout, count, false);
}

void nest_unpack(struct nest *nest, const struct layout *layout,
                 MPI_Count count)
{
  add_levels(nest, layout, count, true);
}

void nest_repeat(struct nest *nest, MPI_Count count, MPI_Count to,
                 MPI_Count from)
{
  nest->level[nest->levels++] = (struct nest_level){count, to, from};
}

/* One side's loops, innermost first, the bytes of its block being the first;
 * `left` are the iterations of the current one that have no partner yet. */
struct side {
  struct {
    MPI_Count count, stride;
  } loops[NEST_LEVELS + 1];
  int at, n;
  MPI_Count left, stride;
};

static void side_enter(struct side *s)
{
  s->left = s->at < s->n ? s->loops[s->at].count : 0;
  s->stride = s->at < s->n ? s->loops[s->at].stride : 0;
}

static inline void side_open(struct side *s, const struct layout *layout)
{
  s->n = layout->depth + 1;
  s->at = 0;
  for (int k = layout->depth; k > 0; k--) {
    s->loops[k].count = layout->count;
    s->loops[k].stride = layout->stride;
    layout = layout->child;
  }
  s->loops[0].count = layout->size;
  s->loops[0].stride = 1;
  side_enter(s);
}

/* The innermost `count` iterations have found a partner. */
static void side_take(struct side *s, MPI_Count count)
{
  s->left /= count;
  s->stride *= count;
  if (s->left > 1) return;
  s->at++;
  side_enter(s);
}

bool nest_between(struct nest *nest, const struct layout *to,
                  const struct layout *from)
{
  struct side t, f;
  side_open(&t, to);
  side_open(&f, from);
  nest->levels = -1; /* the first are the bytes of a block */
  while (t.left && f.left) {
    MPI_Count count = t.left < f.left ? t.left : f.left;
    if (t.left % count || f.left % count) return false;
    if (nest->levels == NEST_LEVELS) return false;
    if (nest->levels < 0) {
      nest->block = (size_t)count;
      nest->levels = 0;
    } else {
      nest_repeat(nest, count, t.stride, f.stride);
    }
    side_take(&t, count);
    side_take(&f, count);
  }
  return true;
}

/* --- the innermost loops --- */

#define PLANE(name, class, packed)                                             \
  static void name(char *to, const char *from, const struct nest_level *outer, \
                   const struct nest_level *inner, size_t n)                   \
  {                                                                            \
    rows_copy(class, packed, to, from, outer, inner, n);                       \
  }
#define PLANES(class)                                                          \
  PLANE(gather_##class, class, PACKED_TO)                                      \
  PLANE(scatter_##class, class, PACKED_FROM)                                   \
  PLANE(move_##class, class, PACKED_NONE)
#define ROW(class)                                                             \
  [class] = {[PACKED_TO] = gather_##class,                                     \
             [PACKED_FROM] = scatter_##class,                                  \
             [PACKED_NONE] = move_##class}

PLANES(BLOCK_1)
PLANES(BLOCK_2)
PLANES(BLOCK_4)
PLANES(BLOCK_8)
PLANES(BLOCK_12)
PLANES(BLOCK_16)
PLANES(BLOCK_24)
PLANES(BLOCK_32)
PLANES(BLOCK_40)
PLANES(BLOCK_48)
PLANES(BLOCK_56)
PLANES(BLOCK_64)
PLANES(BLOCK_TO_4)
PLANES(BLOCK_TO_8)
PLANES(BLOCK_TO_16)
PLANES(BLOCK_TO_32)
PLANES(BLOCK_TO_64)
PLANES(BLOCK_LONG)

static nest_plane *plane_of(const struct nest *nest)
{
  static nest_plane *const planes[BLOCK_CLASSES][3] = {
      ROW(BLOCK_1),     ROW(BLOCK_2),    ROW(BLOCK_4),     ROW(BLOCK_8),
      ROW(BLOCK_12),    ROW(BLOCK_16),   ROW(BLOCK_24),    ROW(BLOCK_32),
      ROW(BLOCK_40),    ROW(BLOCK_48),   ROW(BLOCK_56),    ROW(BLOCK_64),
      ROW(BLOCK_TO_4),  ROW(BLOCK_TO_8), ROW(BLOCK_TO_16), ROW(BLOCK_TO_32),
      ROW(BLOCK_TO_64), ROW(BLOCK_LONG),
  };
  const struct nest_level *inner = &nest->level[0];
  MPI_Count n = (MPI_Count)nest->block;
  enum packed_side packed = inner->to == n     ? PACKED_TO
                            : inner->from == n ? PACKED_FROM
                                               : PACKED_NONE;
  return planes[block_class_of(nest->block)][packed];
}

static void tiles(nest_plane *copy, char *to, const char *from,
                  const struct nest_level *outer,
                  const struct nest_level *inner, size_t n)
{
  for (MPI_Count i = 0; i < outer->count; i += TILE)
    for (MPI_Count k = 0; k < inner->count; k += TILE) {
      struct nest_level rows = *outer, row = *inner;
      if (rows.count - i < TILE)
        rows.count -= i;
      else
        rows.count = TILE;
      if (row.count - k < TILE)
        row.count -= k;
      else
        row.count = TILE;
      copy(to + i * outer->to + k * inner->to,
           from + i * outer->from + k * inner->from, &rows, &row, n);
    }
}

/* --- their order --- */

static MPI_Count length(MPI_Count stride)
{
  return stride < 0 ? -stride : stride;
}

/* Does every stride of the `to` side step over all that shorter ones reach?
 * Then it has no byte twice. */
static bool writes_once(const struct nest *nest)
{
  MPI_Count reach = (MPI_Count)nest->block, strides[NEST_LEVELS + 1];
  for (int k = 0; k < nest->levels; k++)
    strides[k] = length(nest->level[k].to);
  for (int n = 0; n < nest->levels; n++) {
    int next = 0;
    for (int k = 1; k < nest->levels; k++)
      if (strides[k] < strides[next]) next = k;
    if (strides[next] < reach) return false;
    reach += strides[next] * (nest->level[next].count - 1);
    strides[next] = INT64_MAX; /* done */
  }
  return true;
}

static int shortest_to(const struct nest *nest)
{
  int best = 0;
  for (int k = 1; k < nest->levels; k++)
    if (length(nest->level[k].to) < length(nest->level[best].to)) best = k;
  return best;
}

static int shortest_from(const struct nest *nest)
{
  int best = 0;
  for (int k = 1; k < nest->levels; k++)
    if (length(nest->level[k].from) < length(nest->level[best].from)) best = k;
  return best;
}

/* Make level k the one at `place`, the others keep their order. */
static void bring(struct nest *nest, int k, int place)
{
  struct nest_level level = nest->level[k];
  for (; k > place; k--)
    nest->level[k] = nest->level[k - 1];
  nest->level[place] = level;
}

/* Are they so few that all lines stay in the nearest cache? */
static bool few_bytes(const struct nest *nest)
{
  MPI_Count bytes = (MPI_Count)nest->block;
  for (int k = 0; k < nest->levels && bytes <= FEW; k++)
    bytes *= nest->level[k].count;
  return bytes <= FEW;
}

/* True: the innermost two are to be tiled. */
static bool order(struct nest *nest)
{
  if (nest->levels < 2 || nest->block >= LINE || few_bytes(nest)) return false;
  int to = shortest_to(nest), from = shortest_from(nest);
  if (to == 0 && from == 0) return false;
  bool to_dense = length(nest->level[to].to) < LINE;
  bool from_dense = length(nest->level[from].from) < LINE;
  if (!(to_dense || from_dense) || !writes_once(nest)) return false;
  if (to == from || !to_dense || !from_dense) {
    bring(nest, from_dense ? from : to, 0);
    return false;
  }
  bring(nest, to, 0);
  bring(nest, from < to ? from + 1 : from, 1);
  return true;
}

void nest_order(struct nest *nest)
{
  nest->tiled = order(nest);
  while (nest->levels < 2)
    nest_repeat(nest, 1, 0, 0);
  nest->plane = plane_of(nest);
}

/* --- all levels --- */

void nest_run(const struct nest *nest, char *to, const char *from)
{
  const struct nest_level *level = nest->level;
  MPI_Count at[NEST_LEVELS + 1] = {0};
  int k;
  do {
    if (nest->tiled)
      tiles(nest->plane, to, from, &level[1], &level[0], nest->block);
    else
      nest->plane(to, from, &level[1], &level[0], nest->block);
    for (k = 2; k < nest->levels; k++) {
      to += level[k].to;
      from += level[k].from;
      if (++at[k] < level[k].count) break;
      to -= level[k].count * level[k].to;
      from -= level[k].count * level[k].from;
      at[k] = 0;
    }
  } while (k < nest->levels);
}
