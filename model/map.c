/* A map that remembers the order of insertion: open addressing over indices. */
#include "map.h"

#include "pool.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { LINEAR_MAX = 8, BYTES_MOST = 256 };

/* Half of so many slots are numbers that a byte holds: all of a map of a few
 * dozen entries, which is in no cache, are a line or two. */
static bool in_bytes(const struct map *m)
{
  return m->slot_mask < BYTES_MOST;
}

static uint32_t slot_get(const struct map *m, uint32_t slot)
{
  return in_bytes(m) ? ((const uint8_t *)m->slots)[slot]
                     : ((const uint32_t *)m->slots)[slot];
}

static void slot_set(struct map *m, uint32_t slot, uint32_t number)
{
  if (in_bytes(m))
    ((uint8_t *)m->slots)[slot] = (uint8_t)number;
  else
    ((uint32_t *)m->slots)[slot] = number;
}

static size_t slots_bytes(const struct map *m)
{
  size_t slots = (size_t)m->slot_mask + 1;
  return in_bytes(m) ? slots : slots * sizeof(uint32_t);
}

/* Where the key is, or would be; what is there. */
static uint32_t slot_of(const struct map *m, uint64_t key, uint32_t *number)
{
  uint32_t slot = (uint32_t)(key * 0x9e3779b97f4a7c15u >> m->slot_shift);
  while ((*number = slot_get(m, slot)) && m->entries[*number - 1].key != key)
    slot = (slot + 1) & m->slot_mask;
  return slot;
}

void *map_find(const struct map *m, uint64_t key)
{
  if (m->slots) {
    uint32_t number;
    slot_of(m, key, &number);
    return number ? m->entries[number - 1].value : NULL;
  }
  for (uint32_t i = 0; i < m->count; i++)
    if (m->entries[i].key == key) return m->entries[i].value;
  return NULL;
}

static void slots_free(struct map *m)
{
  if (m->slots) pool_give_bytes(m->slots, slots_bytes(m));
}

static void entries_grow(struct map *m)
{
  uint32_t size = m->size ? 2 * m->size : 4;
  struct map_entry *entries = pool_take_bytes(size * sizeof *entries);
  if (m->count) memcpy(entries, m->entries, m->count * sizeof *entries);
  pool_give_bytes(m->entries, m->size * sizeof *entries);
  m->entries = entries;
  m->size = size;
}

/* Room for twice the entries there are, as slots are at most half full. */
static void rehash(struct map *m)
{
  uint32_t slots = 4 * LINEAR_MAX, none;
  while (slots < 4 * m->count)
    slots *= 2;
  slots_free(m);
  m->slot_mask = slots - 1;
  m->slot_shift = 64 - (uint32_t)__builtin_ctz(slots);
  m->slots = pool_take_bytes(slots_bytes(m));
  memset(m->slots, 0, slots_bytes(m));
  for (uint32_t i = 0; i < m->count; i++)
    slot_set(m, slot_of(m, m->entries[i].key, &none), i + 1);
}

void **map_place(struct map *m, uint64_t key)
{
  uint32_t number = 0, slot = m->slots ? slot_of(m, key, &number) : 0;
  if (number) return &m->entries[number - 1].value;
  for (uint32_t i = 0; !m->slots && i < m->count; i++)
    if (m->entries[i].key == key) return &m->entries[i].value;
  if (m->count == m->size) entries_grow(m);
  m->entries[m->count++] = (struct map_entry){key, NULL};
  if (m->slots && 2 * m->count <= m->slot_mask + 1)
    slot_set(m, slot, m->count);
  else if (m->count > LINEAR_MAX)
    rehash(m);
  return &m->entries[m->count - 1].value;
}

void map_add(struct map *m, uint64_t key, void *value)
{
  *map_place(m, key) = value;
}

void map_clear(struct map *m)
{
  pool_give_bytes(m->entries, m->size * sizeof *m->entries);
  slots_free(m);
  *m = (struct map){0};
}
