/* The copy engines: between memory and the packed stream.
 *
 * One recursion serves both directions and any part of the stream. Its inner
 * loop, blocks at a constant stride, has variants for the sizes of basic
 * types, in which the compiler knows the size of each copy. */
#include "layout.h"

#include <string.h>

enum direction { PACK, UNPACK };

#define INLINE static inline __attribute__((always_inline))

INLINE void move(char *memory, char *packed, size_t n, enum direction to)
{
  if (to == PACK)
    memcpy(packed, memory, n);
  else
    memcpy(memory, packed, n);
}

INLINE void move_blocks(char *memory, MPI_Count count, MPI_Count stride,
                        char *packed, size_t n, enum direction to)
{
  for (MPI_Count i = 0; i < count; i++)
    move(memory + i * stride, packed + (size_t)i * n, n, to);
}

INLINE void move_strided(char *memory, MPI_Count count, MPI_Count stride,
                         char *packed, size_t n, enum direction to)
{
  switch (n) {
  case 1:
    move_blocks(memory, count, stride, packed, 1, to);
    return;
  case 2:
    move_blocks(memory, count, stride, packed, 2, to);
    return;
  case 4:
    move_blocks(memory, count, stride, packed, 4, to);
    return;
  case 8:
    move_blocks(memory, count, stride, packed, 8, to);
    return;
  case 16:
    move_blocks(memory, count, stride, packed, 16, to);
    return;
  case 24:
    move_blocks(memory, count, stride, packed, 24, to);
    return;
  case 32:
    move_blocks(memory, count, stride, packed, 32, to);
    return;
  default:
    move_blocks(memory, count, stride, packed, n, to);
    return;
  }
}

static void strided(char *memory, MPI_Count count, MPI_Count stride,
                    char *packed, size_t n, enum direction to)
{
  if (to == PACK)
    move_strided(memory, count, stride, packed, n, PACK);
  else
    move_strided(memory, count, stride, packed, n, UNPACK);
}

static void copy(const struct layout *, char *memory, MPI_Count from,
                 MPI_Count to, char *packed, enum direction);

/* Copies [first, last) of a strided layout, whole. */
static void copy_copies(const struct layout *layout, char *memory,
                        MPI_Count first, MPI_Count last, char *packed,
                        enum direction direction)
{
  const struct layout *child = layout->child;
  memory += first * layout->stride;
  if (child->kind == LAYOUT_BLOCK) {
    strided(memory, last - first, layout->stride, packed, (size_t)child->size,
            direction);
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

/* The piece that holds byte `from` of the stream. */
static MPI_Count piece_of(const struct layout *layout, MPI_Count from)
{
  MPI_Count low = 0, high = layout->count;
  while (high - low > 1) {
    MPI_Count middle = low + (high - low) / 2;
    if (layout->pieces[middle].start <= from)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static void copy_pieces(const struct layout *layout, char *memory,
                        MPI_Count from, MPI_Count to, char *packed,
                        enum direction direction)
{
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
