/* A hash table of lists. */
#include "hash.h"

#include "memory.h"

#include <stdlib.h>

static size_t slot_of(const struct hash *t, struct hash_key k)
{
  if (t->dense) return (size_t)k.one & t->mask;
  /* The upper bits of both words count, too. */
  uint64_t h = k.one * 0x9e3779b97f4a7c15u ^ k.two * 0xc2b2ae3d27d4eb4fu;
  h = (h ^ h >> 32) * 0xff51afd7ed558ccdu;
  return (size_t)(h >> 32) & t->mask;
}

static void hang(struct hash *t, struct hash_node *n)
{
  struct hash_node **slot = &t->slots[slot_of(t, n->key)];
  n->next = *slot;
  *slot = n;
}

static void grow(struct hash *t)
{
  struct hash old = *t;
  t->mask = old.slots ? 2 * old.mask + 1 : 63;
  t->slots = xcalloc(t->mask + 1, sizeof *t->slots);
  for (size_t i = 0; old.slots && i <= old.mask; i++)
    for (struct hash_node *n = old.slots[i], *next; n; n = next) {
      next = n->next;
      hang(t, n);
    }
  free(old.slots);
}

/* The place that points to it, or to the end of its slot. */
static struct hash_node **place(const struct hash *t, struct hash_key k)
{
  struct hash_node **at = &t->slots[slot_of(t, k)];
  while (*at && ((*at)->key.one != k.one || (*at)->key.two != k.two))
    at = &(*at)->next;
  return at;
}

void *hash_find(const struct hash *t, struct hash_key k)
{
  return t->slots ? *place(t, k) : NULL;
}

void hash_add(struct hash *t, struct hash_node *n)
{
  if (!t->slots || t->count > t->mask) grow(t);
  hang(t, n);
  t->count++;
}

void *hash_take(struct hash *t, struct hash_key k)
{
  struct hash_node **at = t->count ? place(t, k) : NULL;
  struct hash_node *n = at ? *at : NULL;
  if (!n) return NULL;
  *at = n->next;
  t->count--;
  return n;
}

void hash_clear(struct hash *t)
{
  free(t->slots);
  *t = (struct hash){.dense = t->dense};
}
