/* A map from 64-bit keys to pointers that remembers the order of insertion.
 *
 * Entries lie in an array, a hash of indices finds them: walking the array is
 * deterministic, whatever the hash. Small maps are searched linearly and have
 * no hash. All zero is an empty map. */
#ifndef ORIEL_MAP_H
#define ORIEL_MAP_H

#include <stdint.h>

struct map_entry {
  uint64_t key;
  void *value;
};

struct map {
  struct map_entry *entries; /* in order of insertion */
  uint32_t count, size;
  uint32_t *slots;                /* index + 1 of an entry; 0 is free */
  uint32_t slot_mask, slot_shift; /* of a hash, for one of them */
};

/* The value, or NULL. */
void *map_find(const struct map *, uint64_t key);
/* Where its value is: a key that is not there yet is added, with NULL. Until
 * the next is added. */
void **map_place(struct map *, uint64_t key);
/* The key must not be there yet. */
void map_add(struct map *, uint64_t key, void *value);
/* Forget all entries; the values are the caller's. */
void map_clear(struct map *);

#endif
