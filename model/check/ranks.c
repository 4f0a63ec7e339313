/* Sets of ranks, as ranges. */
#include "ranks.h"
#include "../memory.h"

#include <stdio.h>
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

void ranks_text(int *ranks, int count, char *text, size_t size)
{
  size_t used = (size_t)snprintf(text, size, count == 1 ? "rank " : "ranks ");
  qsort(ranks, (size_t)count, sizeof *ranks, by_number);
  for (int i = 0, last; i < count; i = last + 1) {
    char range[48];
    last = i;
    while (last + 1 < count && ranks[last + 1] == ranks[last] + 1)
      last++;
    int n = snprintf(range, sizeof range, "%s%d", i ? ", " : "", ranks[i]);
    if (last > i)
      n += snprintf(range + n, sizeof range - (size_t)n, "-%d", ranks[last]);
    if (used + (size_t)n + sizeof ", ..." > size) {
      snprintf(text + used, size - used, ", ...");
      return;
    }
    used += (size_t)snprintf(text + used, size - used, "%s", range);
  }
}

void rank_table_grow(struct rank_table *t, int rank)
{
  int n = 2 * rank + 16;
  t->entries = xextend(t->entries, t->count, n, t->width);
  t->count = n;
}
