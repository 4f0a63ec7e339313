/* A hash table of embedded nodes under keys of two 64-bit words.
 *
 * Nodes are the caller's; the table holds only the buckets, and none as long
 * as its nodes are few: then they are one chain, in the table itself. Nobody
 * walks it, so that no order of a hash ever shows. Invariant: nodes of one key
 * lie in one chain in the order in which they were hung there, and are few; a
 * node that was added is alone with its key. All zero is an empty table. */
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

/* Where the oldest node of the key hangs, or the end of its chain. */
static inline struct table_node **table_seek(struct table *t,
                                             struct table_key key)
{
  struct table_node **at = table_chain(t, key), *n;
  while ((n = *at) && (n->key.low != key.low || n->key.high != key.high))
    at = &n->next;
  return at;
}

/* The oldest node of the key, or NULL. */
static inline struct table_node *table_find(const struct table *t,
                                            struct table_key key)
{
  return *table_seek((struct table *)t, key);
}

/* Into more buckets, when more nodes are there than these, or these few. */
enum { TABLE_FEW = 8 };
void table_grow(struct table *);

/* Hang it at the end of its chain. */
static inline void table_hang(struct table *t, struct table_node **end,
                              struct table_node *n)
{
  n->next = NULL;
  *end = n;
  if (t->count++ > (t->mask | (TABLE_FEW - 1))) table_grow(t);
}

/* The key, set by the caller, must not be there yet. */
static inline void table_add(struct table *t, struct table_node *n)
{
  table_hang(t, table_seek(t, n->key), n);
}

static inline struct table_node *table_drop(struct table *t,
                                            struct table_node **at)
{
  struct table_node *n = *at;
  *at = n->next;
  t->count--;
  return n;
}

/* Take the oldest node of the key out; NULL: there is none. */
static inline struct table_node *table_take(struct table *t,
                                            struct table_key key)
{
  struct table_node **at = table_seek(t, key);
  return *at ? table_drop(t, at) : NULL;
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
  table_drop(t, table_place(t, n));
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
