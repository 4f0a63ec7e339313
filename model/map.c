/* A map that remembers the order of insertion: open addressing over indices. */
#include "map.h"

#include "pool.h"

#include <stddef.h>
#include <string.h>

enum { LINEAR_MAX = 8 };

static uint32_t slot_of(const struct map *m, uint64_t key)
{
  uint32_t slot = (uint32_t)(key * 0x9e3779b97f4a7c15u >> m->slot_shift);
  while (m->slots[slot] && m->entries[m->slots[slot] - 1].key != key)
    slot = (slot + 1) & m->slot_mask;
  return slot;
}

void *map_find(const struct map *m, uint64_t key)
{
  if (m->slots) {
    uint32_t index = m->slots[slot_of(m, key)];
    return index ? m->entries[index - 1].value : NULL;
  }
  for (uint32_t i = 0; i < m->count; i++)
    if (m->entries[i].key == key) return m->entries[i].value;
  return NULL;
}

static void slots_free(struct map *m)
{
  if (m->slots)
    pool_give_bytes(m->slots, ((size_t)m->slot_mask + 1) * sizeof *m->slots);
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
  uint32_t slots = 4 * LINEAR_MAX;
  while (slots < 4 * m->count)
    slots *= 2;
  slots_free(m);
  m->slots = pool_take_bytes(slots * sizeof *m->slots);
  memset(m->slots, 0, slots * sizeof *m->slots);
  m->slot_mask = slots - 1;
  m->slot_shift = 64 - (uint32_t)__builtin_ctz(slots);
  for (uint32_t i = 0; i < m->count; i++)
    m->slots[slot_of(m, m->entries[i].key)] = i + 1;
}

void **map_place(struct map *m, uint64_t key)
{
  uint32_t *slot = m->slots ? &m->slots[slot_of(m, key)] : NULL;
  if (slot && *slot) return &m->entries[*slot - 1].value;
  for (uint32_t i = 0; !slot && i < m->count; i++)
    if (m->entries[i].key == key) return &m->entries[i].value;
  if (m->count == m->size) entries_grow(m);
  m->entries[m->count++] = (struct map_entry){key, NULL};
  if (slot && 2 * m->count <= m->slot_mask + 1)
    *slot = m->count;
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
