/* Copies of one block of bytes, of any alignment, by class of size.
 *
 * Within a class the compiler knows the instructions: moves of 1, 2, 4 ... 64
 * bytes, or two or four that overlap and so cover every size between.
 * Long blocks are memcpy's. Invariant: all bytes are read before the first is
 * written, except of long ones. */
#ifndef ORIEL_BLOCK_H
#define ORIEL_BLOCK_H

#include <stddef.h>
#include <string.h>

enum block_class {
  BLOCK_1,
  BLOCK_2,
  BLOCK_4,
  BLOCK_8,
  BLOCK_16,
  BLOCK_32,
  BLOCK_64,
  BLOCK_TO_4, /* 3 */
  BLOCK_TO_8,
  BLOCK_TO_16,
  BLOCK_TO_32,
  BLOCK_TO_64,
  BLOCK_LONG,
  BLOCK_CLASSES
};

#define BLOCK_INLINE static inline __attribute__((always_inline))

static inline enum block_class block_class_of(size_t n)
{
  if (n > 64) return BLOCK_LONG;
  if (n > 32) return n == 64 ? BLOCK_64 : BLOCK_TO_64;
  if (n > 16) return n == 32 ? BLOCK_32 : BLOCK_TO_32;
  if (n > 8) return n == 16 ? BLOCK_16 : BLOCK_TO_16;
  if (n > 4) return n == 8 ? BLOCK_8 : BLOCK_TO_8;
  if (n > 2) return n == 4 ? BLOCK_4 : BLOCK_TO_4;
  return n == 2 ? BLOCK_2 : BLOCK_1;
}

/* n, which the compiler knows of the classes of one size. */
BLOCK_INLINE size_t block_size(enum block_class c, size_t n)
{
  return c <= BLOCK_64 ? (size_t)1 << c : n;
}

/* The first and the last `half` bytes of n. */
BLOCK_INLINE void block_two(char *to, const char *from, size_t n, size_t half)
{
  char first[16], last[16];
  memcpy(first, from, half);
  memcpy(last, from + n - half, half);
  memcpy(to, first, half);
  memcpy(to + n - half, last, half);
}

BLOCK_INLINE void block_four(char *to, const char *from, size_t n)
{
  char first[32], last[32];
  memcpy(first, from, 32);
  memcpy(last, from + n - 32, 32);
  memcpy(to, first, 32);
  memcpy(to + n - 32, last, 32);
}

/* n bytes, which is of class c; c is a constant where it is called. */
BLOCK_INLINE void block_copy(enum block_class c, char *to, const char *from,
                             size_t n)
{
  switch (c) {
  case BLOCK_1:
    *to = *from;
    return;
  case BLOCK_2:
    memcpy(to, from, 2);
    return;
  case BLOCK_4:
    memcpy(to, from, 4);
    return;
  case BLOCK_8:
    memcpy(to, from, 8);
    return;
  case BLOCK_16:
    memcpy(to, from, 16);
    return;
  case BLOCK_32:
    memcpy(to, from, 32);
    return;
  case BLOCK_64:
    block_four(to, from, 64);
    return;
  case BLOCK_TO_4:
    block_two(to, from, n, 2);
    return;
  case BLOCK_TO_8:
    block_two(to, from, n, 4);
    return;
  case BLOCK_TO_16:
    block_two(to, from, n, 8);
    return;
  case BLOCK_TO_32:
    block_two(to, from, n, 16);
    return;
  case BLOCK_TO_64:
    block_four(to, from, n);
    return;
  default:
    memcpy(to, from, n);
    return;
  }
}

/* n bytes of which the compiler knows nothing. */
static inline void block_copy_any(char *to, const char *from, size_t n)
{
  if (n > 64)
    memcpy(to, from, n);
  else if (n > 32)
    block_four(to, from, n);
  else if (n > 16)
    block_two(to, from, n, 16);
  else if (n >= 8)
    block_two(to, from, n, 8);
  else if (n >= 4)
    block_two(to, from, n, 4);
  else
    for (size_t i = 0; i < n; i++)
      to[i] = from[i];
}

#endif
