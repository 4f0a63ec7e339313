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

/* The node of the key, or NULL. */
struct table_node *table_find(const struct table *, struct table_key);
/* The key, set by the caller, must not be there yet. */
void table_add(struct table *, struct table_node *);
void table_remove(struct table *, struct table_node *);
/* Put the second in the place of the first, under the same key. */
void table_replace(struct table *, struct table_node *, struct table_node *);

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
