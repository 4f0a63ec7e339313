/* The copy engines: between memory and the packed stream.
 *
 * One recursion serves both directions and any part of the stream. What it
 * meets as a whole goes the fast ways: layouts without lists are loop nests
 * (nest.h); copies of a short list, such as an array of structures, are one
 * loop nest for each piece, some copies at a time; lists of blocks of one size
 * are a loop for that size. */
#include "layout.h"

#include "block.h"
#include "nest.h"
#include "../search.h"

enum direction { PACK, UNPACK };

/* Copies of lists: pieces at most, and the bytes that stay in the cache. */
enum { SHORT_LIST = 16, AT_A_TIME = 8192 };

static void move(char *memory, char *packed, size_t n, enum direction to)
{
  if (to == PACK)
    block_copy_any(packed, memory, n);
  else
    block_copy_any(memory, packed, n);
}

static void copy(const struct layout *, char *memory, MPI_Count from,
                 MPI_Count to, char *packed, enum direction);

/* --- copies of a layout --- */

static void run(struct nest *nest, char *memory, char *packed,
                enum direction direction)
{
  nest_order(nest);
  if (direction == PACK)
    nest_run(nest, packed, memory);
  else
    nest_run(nest, memory, packed);
}

static void copy_nest(const struct layout *layout, char *memory,
                      MPI_Count count, char *packed, enum direction direction)
{
  struct nest nest;
  if (direction == PACK)
    nest_pack(&nest, layout, count);
  else
    nest_unpack(&nest, layout, count);
  run(&nest, memory, packed, direction);
}

/* Piece i of each of `count` copies. */
static void copy_column(const struct layout *layout, MPI_Count i, char *memory,
                        MPI_Count count, char *packed, enum direction direction)
{
  const struct layout *list = layout->child;
  const struct layout_piece *piece = &list->pieces[i];
  struct nest nest = {.block = (size_t)layout_piece_bytes(list, i)};
  if (piece->child && direction == PACK)
    nest_pack(&nest, piece->child, piece->child->count);
  else if (piece->child)
    nest_unpack(&nest, piece->child, piece->child->count);
  if (direction == PACK)
    nest_repeat(&nest, count, list->size, layout->stride);
  else
    nest_repeat(&nest, count, layout->stride, list->size);
  run(&nest, memory + piece->at, packed + piece->start, direction);
}

static bool copies_meet(const struct layout *layout)
{
  MPI_Count length = layout->stride < 0 ? -layout->stride : layout->stride;
  return length < layout->child->high - layout->child->low;
}

/* Is it copies of a short list that may be done piece by piece? Of bytes that
 * several copies write, the last one's must stay. */
static bool has_columns(const struct layout *layout, enum direction direction)
{
  const struct layout *list = layout->child;
  if (list->kind != LAYOUT_PIECES || list->count > SHORT_LIST) return false;
  if (direction == UNPACK && copies_meet(layout)) return false;
  if (list->high - list->low > AT_A_TIME / 4) return false;
  for (MPI_Count i = 0; i < list->count; i++)
    if (list->pieces[i].child && !nest_fits(list->pieces[i].child))
      return false;
  return true;
}

static void copy_columns(const struct layout *layout, char *memory,
                         MPI_Count count, char *packed,
                         enum direction direction)
{
  const struct layout *list = layout->child;
  MPI_Count some = AT_A_TIME / (list->high - list->low), n;
  for (MPI_Count done = 0; done < count; done += n) {
    n = count - done < some ? count - done : some;
    for (MPI_Count i = 0; i < list->count; i++)
      copy_column(layout, i, memory, n, packed, direction);
    memory += n * layout->stride;
    packed += n * list->size;
  }
}

/* Copies [first, last) of a strided layout, whole. */
static void copy_copies(const struct layout *layout, char *memory,
                        MPI_Count first, MPI_Count last, char *packed,
                        enum direction direction)
{
  const struct layout *child = layout->child;
  if (first == last) return;
  memory += first * layout->stride;
  if (nest_fits(layout)) {
    copy_nest(layout, memory, last - first, packed, direction);
    return;
  }
  if (has_columns(layout, direction)) {
    copy_columns(layout, memory, last - first, packed, direction);
    return;
  }
  for (MPI_Count i = first; i < last; i++) {
    copy(child, memory, 0, child->size, packed, direction);
    memory += layout->stride;
    packed += child->size;
  }
}

static void copy_strided(const struct layout *layout, char *memory,
                         MPI_Count from, MPI_Count to, char *packed,
                         enum direction direction)
{
  const struct layout *child = layout->child;
  if (from == 0 && to == layout->size) {
    copy_copies(layout, memory, 0, layout->count, packed, direction);
    return;
  }
  MPI_Count first = from / child->size, last = to / child->size;
  MPI_Count head = from % child->size, tail = to % child->size;
  if (head) {
    MPI_Count end = first == last ? tail : child->size;
    copy(child, memory + first * layout->stride, head, end, packed, direction);
    if (first == last) return;
    packed += end - head;
    first++;
  }
  copy_copies(layout, memory, first, last, packed, direction);
  if (tail)
    copy(child, memory + last * layout->stride, 0, tail,
         packed + (last - first) * child->size, direction);
}

/* --- lists --- */

/* The piece that holds byte `from` of the stream. */
static MPI_Count piece_of(const struct layout *layout, MPI_Count from)
{
  return SEARCH_LEADING(layout->count, i, layout->pieces[i].start <= from) - 1;
}

BLOCK_INLINE void copy_alike(enum block_class c, const struct layout *layout,
                             char *memory, char *packed,
                             enum direction direction)
{
  size_t n = block_size(c, (size_t)layout->even);
  const struct layout_piece *piece = layout->pieces;
  for (MPI_Count i = 0; i < layout->count; i++, packed += n)
    if (direction == PACK)
      block_copy(c, packed, memory + piece[i].at, n);
    else
      block_copy(c, memory + piece[i].at, packed, n);
}

#define ALIKE(class)                                                           \
  case class:                                                                  \
    copy_alike(class, layout, memory, packed, direction);                      \
    return;

BLOCK_INLINE void copy_sizes(const struct layout *layout, char *memory,
                             char *packed, enum direction direction)
{
  switch (block_class_of((size_t)layout->even)) {
    ALIKE(BLOCK_4)
    ALIKE(BLOCK_8)
    ALIKE(BLOCK_12)
    ALIKE(BLOCK_16)
    ALIKE(BLOCK_24)
    ALIKE(BLOCK_32)
    ALIKE(BLOCK_40)
    ALIKE(BLOCK_48)
    ALIKE(BLOCK_56)
    ALIKE(BLOCK_64)
    ALIKE(BLOCK_TO_16)
    ALIKE(BLOCK_TO_32)
    ALIKE(BLOCK_TO_64)
  default:
    copy_alike(BLOCK_LONG, layout, memory, packed, direction);
  }
}

/* Copy a whole list of blocks of one size. */
static void copy_even(const struct layout *layout, char *memory, char *packed,
                      enum direction direction)
{
  if (direction == PACK)
    copy_sizes(layout, memory, packed, PACK);
  else
    copy_sizes(layout, memory, packed, UNPACK);
}

static void copy_pieces(const struct layout *layout, char *memory,
                        MPI_Count from, MPI_Count to, char *packed,
                        enum direction direction)
{
  if (layout->even && from == 0 && to == layout->size) {
    copy_even(layout, memory, packed, direction);
    return;
  }
  for (MPI_Count i = from ? piece_of(layout, from) : 0; from < to; i++) {
    const struct layout_piece *piece = &layout->pieces[i];
    MPI_Count start = from - piece->start;
    MPI_Count bytes = layout_piece_bytes(layout, i);
    MPI_Count end = to - piece->start < bytes ? to - piece->start : bytes;
    if (piece->child)
      copy(piece->child, memory + piece->at, start, end, packed, direction);
    else
      move(memory + piece->at + start, packed, (size_t)(end - start),
           direction);
    packed += end - start;
    from += end - start;
  }
}

static void copy(const struct layout *layout, char *memory, MPI_Count from,
                 MPI_Count to, char *packed, enum direction direction)
{
  switch (layout->kind) {
  case LAYOUT_BLOCK:
    move(memory + from, packed, (size_t)(to - from), direction);
    return;
  case LAYOUT_STRIDED:
    copy_strided(layout, memory, from, to, packed, direction);
    return;
  case LAYOUT_PIECES:
    copy_pieces(layout, memory, from, to, packed, direction);
    return;
  }
}

void layout_pack(const struct layout *layout, const char *memory,
                 MPI_Count from, MPI_Count to, char *packed)
{
  copy(layout, (char *)memory, from, to, packed, PACK);
}

void layout_unpack(const struct layout *layout, char *memory, MPI_Count from,
                   MPI_Count to, const char *packed)
{
  copy(layout, memory, from, to, (char *)packed, UNPACK);
}

/* --- the blocks one by one --- */

struct walk {
  void (*each)(MPI_Count at, MPI_Count bytes, void *arg);
  void *arg;
  MPI_Count at, bytes; /* a block that the next one may continue */
};

static void walk_block(struct walk *walk, MPI_Count at, MPI_Count bytes)
{
  if (walk->bytes && walk->at + walk->bytes == at) {
    walk->bytes += bytes;
    return;
  }
  if (walk->bytes) walk->each(walk->at, walk->bytes, walk->arg);
  walk->at = at;
  walk->bytes = bytes;
}

static void walk_layout(struct walk *walk, const struct layout *layout,
                        MPI_Count at)
{
  switch (layout->kind) {
  case LAYOUT_BLOCK:
    walk_block(walk, at, layout->size);
    return;
  case LAYOUT_STRIDED:
    for (MPI_Count i = 0; i < layout->count; i++)
      walk_layout(walk, layout->child, at + i * layout->stride);
    return;
  case LAYOUT_PIECES:
    for (MPI_Count i = 0; i < layout->count; i++) {
      const struct layout_piece *piece = &layout->pieces[i];
      if (piece->child)
        walk_layout(walk, piece->child, at + piece->at);
      else
        walk_block(walk, at + piece->at, layout_piece_bytes(layout, i));
    }
    return;
  }
}

void layout_each(const struct layout *layout, MPI_Count at,
                 void (*each)(MPI_Count at, MPI_Count bytes, void *arg),
                 void *arg)
{
  struct walk walk = {each, arg, 0, 0};
  walk_layout(&walk, layout, at);
  if (walk.bytes) each(walk.at, walk.bytes, arg);
}
