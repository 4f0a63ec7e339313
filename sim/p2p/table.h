/* A hash table of embedded nodes under keys of two 64-bit words.
 *
 * Nodes are the caller's; the table holds only the buckets, and none as long
 * as its nodes are few: then they are one chain, in the table itself. Nobody
 * walks it, so that no order of a hash ever shows. Invariant: a key is in the
 * table at most once. All zero is an empty table. */
#ifndef ORIEL_TABLE_H
#define ORIEL_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct table_key {
  uint64_t high, low;
};

struct table_node {
  struct table_node *next; /* in its bucket */
  struct table_key key;
};

struct table { /* small: there are two for each rank */
  union {
    struct table_node *few;
    struct table_node **buckets;
  };
  uint32_t mask; /* buckets - 1; 0: all are in `few` */
  uint32_t count;
};

/* The place of the first node of the key's chain. */
struct table_node **table_bucket(const struct table *, struct table_key);
static inline struct table_node **table_chain(struct table *t,
                                              struct table_key key)
{
  return t->mask ? table_bucket(t, key) : &t->few;
}

/* The node of the key, or NULL. */
static inline struct table_node *table_find(const struct table *t,
                                            struct table_key key)
{
  struct table_node *n = *table_chain((struct table *)t, key);
  while (n && (n->key.low != key.low || n->key.high != key.high))
    n = n->next;
  return n;
}

/* Into more buckets, when as many nodes as there is room for are there. */
enum { TABLE_FEW = 8 };
void table_grow(struct table *);

/* The key, set by the caller, must not be there yet. */
static inline void table_add(struct table *t, struct table_node *n)
{
  if (t->count++ >= (t->mask ? t->mask + 1 : TABLE_FEW)) table_grow(t);
  struct table_node **chain = table_chain(t, n->key);
  n->next = *chain;
  *chain = n;
}

static inline struct table_node **table_place(struct table *t,
                                              struct table_node *n)
{
  struct table_node **at = table_chain(t, n->key);
  while (*at != n)
    at = &(*at)->next;
  return at;
}

static inline void table_remove(struct table *t, struct table_node *n)
{
  *table_place(t, n) = n->next;
  t->count--;
}

/* Put the second in the place of the first, under the same key. */
static inline void table_replace(struct table *t, struct table_node *old,
                                 struct table_node *other)
{
  struct table_node **at = table_place(t, old);
  *other = *old;
  *at = other;
}

/* Tables by number: all zero has none yet. */
struct tables {
  struct table *at;
  int room;
};

void tables_grow(struct tables *, int number);

/* Valid until a higher number is asked for. */
static inline struct table *tables_at(struct tables *t, int number)
{
  if (number >= t->room) tables_grow(t, number);
  return &t->at[number];
}

#endif
