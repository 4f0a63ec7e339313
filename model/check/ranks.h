/* Sets of ranks in words, and tables by rank. */
#ifndef ORIEL_CHECK_RANKS_H
#define ORIEL_CHECK_RANKS_H

#include <stddef.h>

/* "rank 3", "ranks 0, 2-5"; what does not fit ends in "...". Sorts them. */
void ranks_text(int *ranks, int count, char *text, size_t size);

/* A table that grows with the ranks that come: zero but for `width`. */
struct rank_table {
  size_t width; /* of an entry; it begins as zero */
  char *entries;
  int count;
};
/* Valid until a higher rank comes. */
void *rank_entry(struct rank_table *, int rank);

#endif
