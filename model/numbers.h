/* A set of numbers from 0 on, of which the least leaves first.
 *
 * A bit for each number, and above each word of bits one that says whether the
 * word has any: adding and taking cost the same however many there are, and
 * touch what neighbours touch. All zero is an empty set. Invariant: a bit of a
 * level above the lowest is set when, and only when, the word below it is not
 * zero. */
#ifndef ORIEL_NUMBERS_H
#define ORIEL_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

enum { NUMBERS_LEVELS = 4, NUMBERS_MAX = 1 << 24 };

struct numbers {
  uint64_t *levels[NUMBERS_LEVELS]; /* the lowest first; the last is a word */
  unsigned room;                    /* for numbers below this */
};

/* Make room for this number, which is below NUMBERS_MAX. */
void numbers_grow(struct numbers *, unsigned number);

static inline bool numbers_any(const struct numbers *s)
{
  return s->room && *s->levels[NUMBERS_LEVELS - 1];
}

static inline void numbers_add(struct numbers *s, unsigned number)
{
  if (number >= s->room) numbers_grow(s, number);
  for (int level = 0; level < NUMBERS_LEVELS; level++) {
    uint64_t *word = &s->levels[level][number / 64], before = *word;
    *word = before | UINT64_C(1) << number % 64;
    if (before) return;
    number /= 64;
  }
}

/* The least leaves, of a set that has any. */
static inline unsigned numbers_take(struct numbers *s)
{
  unsigned first = 0;
  for (int level = NUMBERS_LEVELS - 1; level >= 0; level--)
    first = first * 64 + __builtin_ctzll(s->levels[level][first]);
  for (unsigned level = 0, number = first; level < NUMBERS_LEVELS; level++) {
    uint64_t *word = &s->levels[level][number / 64];
    *word &= *word - 1; /* its lowest bit */
    if (*word) break;
    number /= 64;
  }
  return first;
}

#endif
