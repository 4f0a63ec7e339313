/* Copies of one block of bytes, of any alignment, by class of size.
 *
 * Within a class the compiler knows the instructions: words and what numbers
 * and small structures of them have are sizes of their own; what lies between
 * is two or four moves that overlap. Long blocks are memcpy's. */
#ifndef ORIEL_BLOCK_H
#define ORIEL_BLOCK_H

#include <stddef.h>
#include <string.h>

enum block_class {
  BLOCK_1 = 1, /* up to 64 the number of the class is the size */
  BLOCK_2 = 2,
  BLOCK_4 = 4,
  BLOCK_8 = 8,
  BLOCK_12 = 12,
  BLOCK_16 = 16,
  BLOCK_24 = 24,
  BLOCK_32 = 32,
  BLOCK_40 = 40,
  BLOCK_48 = 48,
  BLOCK_56 = 56,
  BLOCK_64 = 64,
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
  if (n % 8 == 0 || n == 12 || n == 4 || n <= 2) return (enum block_class)n;
  if (n > 32) return BLOCK_TO_64;
  if (n > 16) return BLOCK_TO_32;
  if (n > 8) return BLOCK_TO_16;
  return n > 4 ? BLOCK_TO_8 : BLOCK_TO_4;
}

/* n, which the compiler knows of the classes of one size. */
BLOCK_INLINE size_t block_size(enum block_class c, size_t n)
{
  return c <= BLOCK_64 ? (size_t)c : n;
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
    memcpy(to, from, block_size(c, n));
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
