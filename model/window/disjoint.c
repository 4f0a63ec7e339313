/* Do typed buffers share a byte?
 *
 * Spans that are disjoint answer most questions. Where they meet, as those of
 * two columns of one matrix do, the blocks of all are sorted by address and
 * walked once, up to the first that meets another owner's: it begins before the
 * furthest end so far, which is one owner's. */
#include "window.h"

#include "../memory.h"

#include <stdint.h>
#include <stdlib.h>

struct block {
  intptr_t low, high;
  int owner;
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
  if (x->low != y->low) return x->low < y->low ? -1 : 1;
  return (x->owner > y->owner) - (x->owner < y->owner);
}

static bool blocks_meet(const struct blocks *all, int pair[2])
{
  const struct block *furthest = NULL;
  qsort(all->list, all->count, sizeof *all->list, compare);
  for (size_t i = 0; i < all->count; i++) {
    const struct block *b = &all->list[i];
    bool meets = furthest && b->low < furthest->high;
    if (meets && b->owner != furthest->owner) {
      pair[0] = furthest->owner;
      pair[1] = b->owner;
      return true;
    }
    if (!furthest || b->high > furthest->high) furthest = b;
  }
  return false;
}

bool owners_meet(const struct owned *list, size_t n, int pair[2])
{
  struct blocks all = {0};
  for (size_t i = 0; i < n; i++) {
    const struct buffer *b = &list[i].buffer;
    all.base = (intptr_t)b->base;
    all.owner = list[i].owner;
    datatype_blocks(b->count, b->type, collect, &all);
  }
  bool meet = blocks_meet(&all, pair);
  free(all.list);
  return meet;
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
  int pair[2];
  return owners_meet((struct owned[]){{*a, 0}, {*b, 1}}, 2, pair);
}
