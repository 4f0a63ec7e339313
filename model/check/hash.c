/* A hash table of lists. */
#include "hash.h"

#include "../memory.h"
#include "../pool.h"

#include <stdlib.h>

struct hash_entry {
  struct hash_key key;
  void *value;
  struct hash_entry *next;
};

static struct pool pool = POOL(struct hash_entry);

static size_t slot_of(const struct hash *t, struct hash_key k)
{
  if (t->dense) return (size_t)k.one & t->mask;
  uint64_t h = k.one * 0x9e3779b97f4a7c15u;
  h = (h ^ (h >> 29) ^ k.two) * 0xff51afd7ed558ccdu;
  return (size_t)(h >> 24) & t->mask;
}

static void grow(struct hash *t)
{
  struct hash old = *t;
  t->mask = old.slots ? 2 * old.mask + 1 : 63;
  t->slots = xcalloc(t->mask + 1, sizeof *t->slots);
  for (size_t i = 0; old.slots && i <= old.mask; i++)
    while (old.slots[i]) {
      struct hash_entry *e = old.slots[i];
      old.slots[i] = e->next;
      size_t slot = slot_of(t, e->key);
      e->next = t->slots[slot];
      t->slots[slot] = e;
    }
  free(old.slots);
}

/* The place that points to it, or to the end of its slot. */
static struct hash_entry **place(const struct hash *t, struct hash_key k)
{
  struct hash_entry **at = &t->slots[slot_of(t, k)];
  while (*at && ((*at)->key.one != k.one || (*at)->key.two != k.two))
    at = &(*at)->next;
  return at;
}

void *hash_find(const struct hash *t, struct hash_key k)
{
  struct hash_entry *e = t->slots ? *place(t, k) : NULL;
  return e ? e->value : NULL;
}

void hash_add(struct hash *t, struct hash_key k, void *value)
{
  if (!t->slots || t->count > t->mask) grow(t);
  struct hash_entry **slot = &t->slots[slot_of(t, k)];
  struct hash_entry *e = pool_take(&pool);
  *e = (struct hash_entry){k, value, *slot};
  *slot = e;
  t->count++;
}

void *hash_take(struct hash *t, struct hash_key k)
{
  struct hash_entry **at = t->slots ? place(t, k) : NULL;
  struct hash_entry *e = at ? *at : NULL;
  if (!e) return NULL;
  void *value = e->value;
  *at = e->next;
  pool_give(&pool, e);
  t->count--;
  return value;
}
