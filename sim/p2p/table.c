/* A hash table of embedded nodes: a chain, or many of them when it gets
 * long. */
#include "table.h"

#include "../../model/memory.h"

#include <stdlib.h>
#include <string.h>

enum { FEW = 8, BUCKETS_MIN = 32 };

static size_t bucket_of(const struct table *t, struct table_key key)
{
  uint64_t h = key.high * 0x9e3779b97f4a7c15u ^ key.low;
  h *= 0xff51afd7ed558ccdu;
  h ^= h >> 32;
  h *= 0xc4ceb9fe1a85ec53u;
  return (h >> 29) & t->mask;
}

/* The place of the first node of the key's chain. */
static struct table_node **chain_of(struct table *t, struct table_key key)
{
  return t->mask ? &t->buckets[bucket_of(t, key)] : &t->few;
}

struct table_node *table_find(const struct table *t, struct table_key key)
{
  struct table_node *n = *chain_of((struct table *)t, key);
  while (n && (n->key.low != key.low || n->key.high != key.high))
    n = n->next;
  return n;
}

static void insert(struct table *t, struct table_node *n)
{
  struct table_node **chain = chain_of(t, n->key);
  n->next = *chain;
  *chain = n;
}

static void insert_all(struct table *t, struct table_node *chain)
{
  for (struct table_node *n = chain, *next; n; n = next) {
    next = n->next;
    insert(t, n);
  }
}

static void grow(struct table *t)
{
  struct table old = *t;
  uint32_t size = old.mask ? 2 * (old.mask + 1) : BUCKETS_MIN;
  t->buckets = xcalloc(size, sizeof(struct table_node *));
  t->mask = size - 1;
  if (!old.mask) {
    insert_all(t, old.few);
    return;
  }
  for (uint32_t i = 0; i <= old.mask; i++)
    insert_all(t, old.buckets[i]);
  free(old.buckets);
}

void table_add(struct table *t, struct table_node *n)
{
  if (t->count >= (t->mask ? t->mask + 1 : FEW)) grow(t);
  insert(t, n);
  t->count++;
}

static struct table_node **place_of(struct table *t, struct table_node *n)
{
  struct table_node **at = chain_of(t, n->key);
  while (*at != n)
    at = &(*at)->next;
  return at;
}

void table_remove(struct table *t, struct table_node *n)
{
  *place_of(t, n) = n->next;
  t->count--;
}

void table_replace(struct table *t, struct table_node *old,
                   struct table_node *new)
{
  struct table_node **at = place_of(t, old);
  *new = *old;
  *at = new;
}

void tables_grow(struct tables *t, int number)
{
  int room = t->room ? t->room : 16;
  while (room <= number)
    room *= 2;
  t->at = xrealloc(t->at, room * sizeof *t->at);
  memset(t->at + t->room, 0, (room - t->room) * sizeof *t->at);
  t->room = room;
}
