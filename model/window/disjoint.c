/* Do two typed buffers share a byte?
 *
 * Spans that are disjoint answer most questions. Where they meet, as those of
 * two columns of one matrix do, the blocks of both are sorted by address and
 * walked once: a block meets the other buffer if it begins before the furthest
 * end of that buffer's blocks so far. */
#include "window.h"

#include "../memory.h"

#include <stdint.h>
#include <stdlib.h>

struct block {
  intptr_t low, high;
  int owner; /* 0 or 1: which of the two buffers */
};

struct blocks {
  struct block *list;
  size_t count;
  intptr_t base;
  int owner;
};

static void collect(MPI_Count offset, MPI_Count bytes, void *arg)
{
  struct blocks *all = arg;
  all->list = xgrow(all->list, all->count, sizeof *all->list);
  intptr_t low = all->base + offset;
  all->list[all->count++] = (struct block){low, low + bytes, all->owner};
}

static int compare(const void *a, const void *b)
{
  const struct block *x = a, *y = b;
  return (x->low > y->low) - (x->low < y->low);
}

static bool blocks_meet(const struct blocks *all)
{
  intptr_t furthest[2] = {INTPTR_MIN, INTPTR_MIN};
  qsort(all->list, all->count, sizeof *all->list, compare);
  for (size_t i = 0; i < all->count; i++) {
    const struct block *b = &all->list[i];
    if (b->low < furthest[!b->owner]) return true;
    if (b->high > furthest[b->owner]) furthest[b->owner] = b->high;
  }
  return false;
}

static bool spans_meet(const struct buffer *a, const struct buffer *b)
{
  MPI_Count alow, ahigh, blow, bhigh;
  if (!datatype_span(a->count, a->type, &alow, &ahigh)) return false;
  if (!datatype_span(b->count, b->type, &blow, &bhigh)) return false;
  if (alow == ahigh || blow == bhigh) return false;
  intptr_t pa = (intptr_t)a->base, pb = (intptr_t)b->base;
  return pa + alow < pb + bhigh && pb + blow < pa + ahigh;
}

bool buffers_meet(const struct buffer *a, const struct buffer *b)
{
  if (!spans_meet(a, b)) return false;
  if (a->type->contiguous && b->type->contiguous) return true;
  struct blocks all = {.base = (intptr_t)a->base, .owner = 0};
  datatype_blocks(a->count, a->type, collect, &all);
  all.base = (intptr_t)b->base;
  all.owner = 1;
  datatype_blocks(b->count, b->type, collect, &all);
  bool meet = blocks_meet(&all);
  free(all.list);
  return meet;
}
