/* Does a layout touch a byte twice?
 *
 * Cheap answers first. More bytes than the span has: yes. Copies farther apart
 * than a copy is long: no. Copies closer than a block is long: yes. Nested
 * strides, sorted by length, where each steps over all that lies below it: no
 * (a transposed matrix interleaves its rows and is clean). Pieces whose spans
 * are disjoint: no. What remains is decided by sorting the blocks, up to a
 * number of them. */
#include "layout.h"

#include "../memory.h"

#include <stdlib.h>

enum { SORTED_BLOCKS = 1 << 24 };
enum { NESTED_STRIDES = 16 }; /* few: they are on a rank's stack */

struct range {
  MPI_Count low, high;
};

static int range_compare(const void *a, const void *b)
{
  const struct range *x = a, *y = b;
  return (x->low > y->low) - (x->low < y->low);
}

/* Does any range reach into another? Sorts them unless they are sorted. */
static bool ranges_meet(struct range *ranges, MPI_Count n)
{
  bool sorted = true;
  for (MPI_Count i = 1; sorted && i < n; i++)
    sorted = ranges[i - 1].low <= ranges[i].low;
  if (!sorted) qsort(ranges, (size_t)n, sizeof *ranges, range_compare);
  for (MPI_Count i = 1; i < n; i++)
    if (ranges[i].low < ranges[i - 1].high) return true;
  return false;
}

struct collected {
  struct range *ranges;
  MPI_Count count;
};

static void collect(MPI_Count at, MPI_Count bytes, void *arg)
{
  struct collected *all = arg;
  all->ranges[all->count++] = (struct range){at, at + bytes};
}

static bool blocks_meet(const struct layout *layout)
{
  if (layout->blocks > SORTED_BLOCKS) return false;
  struct collected all = {
      xmalloc((size_t)layout->blocks * sizeof(struct range)), 0};
  layout_each(layout, 0, collect, &all);
  bool meet = ranges_meet(all.ranges, all.count);
  free(all.ranges);
  return meet;
}

struct step {
  MPI_Count length, count;
};

/* Among n that are sorted by length. */
static void step_insert(struct step *steps, int n, struct step step)
{
  for (; n > 0 && steps[n - 1].length > step.length; n--)
    steps[n] = steps[n - 1];
  steps[n] = step;
}

/* Do the nested strides from `layout` down each step over what lies below
 * them, in some order? */
static bool strides_are_clean(const struct layout *layout)
{
  struct step steps[NESTED_STRIDES];
  int n = 0;
  while (layout->kind == LAYOUT_STRIDED && n < NESTED_STRIDES) {
    MPI_Count stride = layout->stride;
    struct step step = {stride < 0 ? -stride : stride, layout->count};
    step_insert(steps, n++, step);
    layout = layout->child;
  }
  MPI_Count below = layout->high - layout->low;
  for (int i = 0; i < n; i++) {
    if (steps[i].length < below) return false;
    below += steps[i].length * (steps[i].count - 1);
  }
  return true;
}

/* Does a stride from `layout` down step less far than the block at the bottom
 * is long? */
static bool strides_fall_short(const struct layout *layout)
{
  MPI_Count shortest = INT64_MAX;
  for (; layout->kind == LAYOUT_STRIDED; layout = layout->child) {
    MPI_Count length = layout->stride < 0 ? -layout->stride : layout->stride;
    if (length < shortest) shortest = length;
  }
  return layout->kind == LAYOUT_BLOCK && shortest < layout->size;
}

static bool strided_overlaps(const struct layout *layout)
{
  if (layout->stride == 0 || strides_fall_short(layout)) return true;
  if (layout_overlaps(layout->child)) return true;
  return !strides_are_clean(layout) && blocks_meet(layout);
}

static bool spans_meet(const struct layout *layout)
{
  struct range *spans = xmalloc((size_t)layout->count * sizeof *spans);
  for (MPI_Count i = 0; i < layout->count; i++) {
    const struct layout_piece *piece = &layout->pieces[i];
    MPI_Count low = piece->child ? piece->child->low : 0;
    MPI_Count high =
        piece->child ? piece->child->high : layout_piece_bytes(layout, i);
    spans[i] = (struct range){piece->at + low, piece->at + high};
  }
  bool meet = ranges_meet(spans, layout->count);
  free(spans);
  return meet;
}

static bool pieces_overlap(const struct layout *layout)
{
  const struct layout *previous = NULL;
  for (MPI_Count i = 0; i < layout->count; i++) {
    const struct layout *child = layout->pieces[i].child;
    if (child && child != previous && layout_overlaps(child)) return true;
    previous = child;
  }
  if (!spans_meet(layout)) return false;
  return layout->flat || blocks_meet(layout);
}

bool layout_overlaps(const struct layout *layout)
{
  if (layout->size > layout->high - layout->low) return true;
  if (layout->kind == LAYOUT_BLOCK) return false;
  return layout->kind == LAYOUT_STRIDED ? strided_overlaps(layout)
                                        : pieces_overlap(layout);
}
