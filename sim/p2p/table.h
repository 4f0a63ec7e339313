/* A hash table of embedded nodes under keys of two 64-bit words.
 *
 * Nodes are the caller's; the table holds only the buckets. Nobody walks it,
 * so that no order of a hash ever shows. Invariant: a key is in the table at
 * most once. All zero is an empty table. */
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

struct table {
  struct table_node **buckets;
  size_t mask; /* buckets - 1 */
  size_t count;
};

/* The node of the key, or NULL. */
struct table_node *table_find(const struct table *, struct table_key);
/* The key, set by the caller, must not be there yet. */
void table_add(struct table *, struct table_node *);
void table_remove(struct table *, struct table_node *);

#endif
