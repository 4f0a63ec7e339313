/* Sets of ranks in words, and tables by rank. */
#ifndef ORIEL_CHECK_RANKS_H
#define ORIEL_CHECK_RANKS_H

#include "../memory.h"

#include <stddef.h>

/* "rank 3", "ranks 0, 2-5"; what does not fit ends in "...". Sorts them. */
void ranks_text(int *ranks, int count, char *text, size_t size);

/* A table that grows with the ranks that come: zero but for `width`. */
struct rank_table {
  size_t width; /* of an entry; it begins as zero */
  char *entries;
  int count;
};
void rank_table_grow(struct rank_table *, int rank);

/* Have it fetched. */
static inline void rank_entry_ask(const struct rank_table *t, int rank)
{
  const char *entry = t->entries + (size_t)rank * t->width;
  if (rank >= t->count) return;
  memory_ask_to_write(entry);
  memory_ask_to_write(entry + t->width - 1);
}

/* Valid until a higher rank comes. */
static inline void *rank_entry(struct rank_table *t, int rank)
{
  if (rank >= t->count) rank_table_grow(t, rank);
  return t->entries + (size_t)rank * t->width;
}

#endif
