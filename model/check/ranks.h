/* Sets of ranks in words. */
#ifndef ORIEL_CHECK_RANKS_H
#define ORIEL_CHECK_RANKS_H

#include <stddef.h>

/* "rank 3", "ranks 0, 2-5"; what does not fit ends in "...". Sorts them. */
void ranks_text(int *ranks, int count, char *text, size_t size);

#endif
