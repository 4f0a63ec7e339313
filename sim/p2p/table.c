/* A hash table of embedded nodes: a chain, or many of them when it gets
 * long. */
#include "table.h"

#include "../../model/memory.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS_MIN = 32 };

struct table_node **table_bucket(const struct table *t, struct table_key key)
{
  uint64_t h = key.high * 0x9e3779b97f4a7c15u ^ key.low;
  h *= 0xff51afd7ed558ccdu;
  h ^= h >> 32;
  h *= 0xc4ceb9fe1a85ec53u;
  return &t->buckets[(h >> 29) & t->mask];
}

/* In their order. */
static void insert_all(struct table *t, struct table_node *chain)
{
  for (struct table_node *n = chain, *next; n; n = next) {
    struct table_node **end = table_chain(t, n->key);
    next = n->next;
    while (*end)
      end = &(*end)->next;
    n->next = NULL;
    *end = n;
  }
}

void table_grow(struct table *t)
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

void tables_grow(struct tables *t, int number)
{
  int room = t->room ? t->room : 16;
  while (room <= number)
    room *= 2;
  t->at = xrealloc(t->at, room * sizeof *t->at);
  memset(t->at + t->room, 0, (room - t->room) * sizeof *t->at);
  t->room = room;
}
