/* A hash table of embedded nodes: chains, doubled when they get long. */
#include "table.h"

#include "../../model/memory.h"

#include <stdlib.h>

enum { BUCKETS_MIN = 64 };

static size_t bucket_of(const struct table *t, struct table_key key)
{
  uint64_t h = key.high * 0x9e3779b97f4a7c15u ^ key.low;
  h *= 0xff51afd7ed558ccdu;
  h ^= h >> 32;
  h *= 0xc4ceb9fe1a85ec53u;
  return (h >> 29) & t->mask;
}

struct table_node *table_find(const struct table *t, struct table_key key)
{
  if (!t->buckets) return NULL;
  struct table_node *n = t->buckets[bucket_of(t, key)];
  while (n && (n->key.high != key.high || n->key.low != key.low))
    n = n->next;
  return n;
}

static void insert(struct table *t, struct table_node *n)
{
  struct table_node **bucket = &t->buckets[bucket_of(t, n->key)];
  n->next = *bucket;
  *bucket = n;
}

static void grow(struct table *t)
{
  struct table_node **old = t->buckets;
  size_t old_size = old ? t->mask + 1 : 0;
  size_t size = old ? 2 * old_size : BUCKETS_MIN;
  t->buckets = xcalloc(size, sizeof(struct table_node *));
  t->mask = size - 1;
  for (size_t i = 0; i < old_size; i++)
    for (struct table_node *n = old[i], *next; n; n = next) {
      next = n->next;
      insert(t, n);
    }
  free(old);
}

void table_add(struct table *t, struct table_node *n)
{
  if (!t->buckets || t->count > t->mask) grow(t);
  insert(t, n);
  t->count++;
}

void table_remove(struct table *t, struct table_node *n)
{
  struct table_node **at = &t->buckets[bucket_of(t, n->key)];
  while (*at != n)
    at = &(*at)->next;
  *at = n->next;
  t->count--;
}
