/* A hash table from two words to pointers, out of which entries are taken.
 * Never walked: its order decides nothing. All zero is an empty one. */
#ifndef ORIEL_CHECK_HASH_H
#define ORIEL_CHECK_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash_entry;

struct hash {
  struct hash_entry **slots;
  size_t mask, count;
  bool dense; /* the first words are numbers that count up */
};

struct hash_key {
  uint64_t one, two;
};

/* NULL: not there. */
void *hash_find(const struct hash *, struct hash_key);
/* Several values may have one key. */
void hash_add(struct hash *, struct hash_key, void *value);
/* Find one of that key, and take it out. */
void *hash_take(struct hash *, struct hash_key);

#endif
