/* A map from 64-bit keys to pointers that remembers the order of insertion.
 *
 * Entries lie in an array, a hash of indices finds them: walking the array is
 * deterministic, whatever the hash. Small maps are searched linearly and have
 * no hash. All zero is an empty map. */
#ifndef ORIEL_MAP_H
#define ORIEL_MAP_H

#include "memory.h"

#include <stdint.h>

struct map_entry {
  uint64_t key;
  void *value;
};

struct map {
  struct map_entry *entries; /* in order of insertion */
  uint32_t count, size;
  void *slots; /* index + 1 of an entry; 0 is free. Bytes, if there are few */
  uint32_t slot_mask, slot_shift; /* of a hash, for one of them */
};

/* The value, or NULL. */
void *map_find(const struct map *, uint64_t key);
/* Where its value is: a key that is not there yet is added, with NULL. Until
 * the next is added. */
void **map_place(struct map *, uint64_t key);
/* The key must not be there yet. */
void map_add(struct map *, uint64_t key, void *value);
/* Have fetched what looking for a key needs, if that is a line or two. */
static inline void map_ask(const struct map *m)
{
  enum { LINE = 64 };
  memory_ask(m->slots);
  memory_ask((const char *)m->slots + LINE);
  memory_ask(m->entries + m->count);
}
/* Forget all entries; the values are the caller's. */
void map_clear(struct map *);

#endif
