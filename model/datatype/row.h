/* Rows of blocks of bytes: the innermost two loops of a loop nest.
 *
 * They are compiled for each class of block size and for packed data on one of
 * the sides, and for small blocks for each length of a short row, for there
 * the loops cost as much as what they copy. The words of a packed side are
 * loaded or stored several at once. Blocks are written in the order of the
 * loops. */
#ifndef ORIEL_ROW_H
#define ORIEL_ROW_H

#include "block.h"
#include "nest.h"

#include <stdint.h>

/* The side whose blocks touch each other. */
enum packed_side { PACKED_TO, PACKED_FROM, PACKED_NONE };

typedef int32_t words4 __attribute__((vector_size(16)));
typedef int64_t words8 __attribute__((vector_size(16)));

BLOCK_INLINE int32_t word4(const char *from)
{
  int32_t word;
  memcpy(&word, from, 4);
  return word;
}

BLOCK_INLINE int64_t word8(const char *from)
{
  int64_t word;
  memcpy(&word, from, 8);
  return word;
}

/* What stands in a row. Where the compiler knows more than the addresses, it
 * makes a loop of its own. */
struct blocks {
  enum block_class class;
  enum packed_side packed;
  bool second; /* every second one of the side that is not packed */
  size_t n;    /* bytes of each */
  MPI_Count to_stride, from_stride;
};

BLOCK_INLINE void copy_one(struct blocks b, char *to, const char *from)
{
  block_copy(b.class, to, from, b.n);
}

/* --- two and four words at once, where one side is packed --- */

BLOCK_INLINE void gather_two(struct blocks b, char *to, const char *from)
{
  words8 both = {word8(from), word8(from + b.from_stride)};
  memcpy(to, &both, 16);
}

BLOCK_INLINE void scatter_two(struct blocks b, char *to, const char *from)
{
  words8 both;
  memcpy(&both, from, 16);
  __asm__("" : "+x"(both)); /* or the compiler loads them one by one */
  int64_t first = both[0], last = both[1];
  memcpy(to, &first, 8);
  memcpy(to + b.to_stride, &last, 8);
}

BLOCK_INLINE void scatter_halves(struct blocks b, char *to, const char *from)
{
  int64_t both = word8(from);
  int32_t first = (int32_t)both, last = (int32_t)(both >> 32);
  memcpy(to, &first, 4);
  memcpy(to + b.to_stride, &last, 4);
}

/* Words that are every second one of the memory. The second load ends with the
 * last word that is meant, for what follows it need not be there. */
BLOCK_INLINE words4 second_words(const char *from)
{
  words4 a, b;
  memcpy(&a, from, 16);
  memcpy(&b, from + 12, 16);
  return __builtin_shufflevector(a, b, 0, 2, 5, 7);
}

BLOCK_INLINE void gather_four(struct blocks b, char *to, const char *from)
{
  words4 all;
  if (b.second)
    all = second_words(from);
  else
    all = (words4){word4(from), word4(from + b.from_stride),
                   word4(from + 2 * b.from_stride),
                   word4(from + 3 * b.from_stride)};
  memcpy(to, &all, 16);
}

/* --- rows --- */

BLOCK_INLINE void copy_two(struct blocks b, char *to, const char *from)
{
  if (b.class == BLOCK_8 && b.packed == PACKED_TO) {
    gather_two(b, to, from);
  } else if (b.class == BLOCK_8 && b.packed == PACKED_FROM) {
    scatter_two(b, to, from);
  } else if (b.class == BLOCK_4 && b.packed == PACKED_FROM) {
    scatter_halves(b, to, from);
  } else {
    copy_one(b, to, from);
    copy_one(b, to + b.to_stride, from + b.from_stride);
  }
}

BLOCK_INLINE void copy_four(struct blocks b, char *to, const char *from)
{
  if (b.class == BLOCK_4 && b.packed == PACKED_TO) {
    gather_four(b, to, from);
  } else {
    copy_two(b, to, from);
    copy_two(b, to + 2 * b.to_stride, from + 2 * b.from_stride);
  }
}

BLOCK_INLINE void copy_eight(struct blocks b, char *to, const char *from)
{
  copy_four(b, to, from);
  copy_four(b, to + 4 * b.to_stride, from + 4 * b.from_stride);
}

/* `count` < 8 blocks. */
BLOCK_INLINE void copy_few(struct blocks b, MPI_Count count, char *to,
                           const char *from)
{
  if (count & 4) {
    copy_four(b, to, from);
    to += 4 * b.to_stride;
    from += 4 * b.from_stride;
  }
  if (count & 2) {
    copy_two(b, to, from);
    to += 2 * b.to_stride;
    from += 2 * b.from_stride;
  }
  if (count & 1) copy_one(b, to, from);
}

/* Small blocks eight at a time, so that the processor need not wait for the
 * loop's own arithmetic. */
BLOCK_INLINE void row_copy(struct blocks b, MPI_Count count, char *to,
                           const char *from)
{
  bool small = b.class <= BLOCK_16;
  MPI_Count some = small ? 8 : 1;
  for (; count >= some; count -= some) {
    if (small)
      copy_eight(b, to, from);
    else
      copy_one(b, to, from);
    to += some * b.to_stride;
    from += some * b.from_stride;
  }
  if (small) copy_few(b, count, to, from);
}

BLOCK_INLINE void rows_each(struct blocks b, MPI_Count count, char *to,
                            const char *from, struct nest_level rows)
{
  for (; rows.count > 0; rows.count--) {
    row_copy(b, count, to, from);
    to += rows.to;
    from += rows.from;
  }
}

/* `count` as a constant. */
#define SHORT(length)                                                          \
  case length:                                                                 \
    rows_each(b, length, to, from, rows);                                      \
    return;

BLOCK_INLINE void rows_all(struct blocks b, MPI_Count count, char *to,
                           const char *from, struct nest_level rows)
{
  if (b.second && b.packed == PACKED_TO) b.from_stride = 2 * (MPI_Count)b.n;
  if (b.second && b.packed == PACKED_FROM) b.to_stride = 2 * (MPI_Count)b.n;
  switch (b.class <= BLOCK_16 ? count : 0) {
    SHORT(2)
    SHORT(3)
    SHORT(4)
    SHORT(5)
    SHORT(6)
    SHORT(7)
    SHORT(8)
  default:
    rows_each(b, count, to, from, rows);
  }
}

#undef SHORT

/* Blocks of n bytes, of class c: outer->count rows of inner->count. c and
 * `packed` are constants where it is called. */
BLOCK_INLINE void rows_copy(enum block_class c, enum packed_side packed,
                            char *to, const char *from,
                            const struct nest_level *outer,
                            const struct nest_level *inner, size_t n)
{
  n = block_size(c, n);
  struct blocks b = {c, packed, true, n, inner->to, inner->from};
  if (packed == PACKED_TO) b.to_stride = (MPI_Count)n;
  if (packed == PACKED_FROM) b.from_stride = (MPI_Count)n;
  MPI_Count stride = packed == PACKED_TO ? b.from_stride : b.to_stride;
  bool word = packed != PACKED_NONE && (c == BLOCK_4 || c == BLOCK_8);
  if (word && stride == 2 * (MPI_Count)n) {
    rows_all(b, inner->count, to, from, *outer);
  } else {
    b.second = false;
    rows_all(b, inner->count, to, from, *outer);
  }
}

#endif
