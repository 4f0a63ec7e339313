/* Building layouts, and the normal form.
 *
 * Normalising happens where a layout is built from its parts: copies merge
 * with the strides below them, pieces with their neighbours. Nesting stays
 * shallow: short lists are spliced into the list around them, and so are
 * long ones once the nesting is deep, so that recursion over a layout needs
 * little stack whatever the program builds. What is spliced so is grouped, and
 * so many groups once more, as digits are, so that types that are made of each
 * other, a member more each time, share all but a few pieces. */
#include "layout.h"

#include "../memory.h"
#include "../pool.h"

#include <stdlib.h>

enum { SPLICE_PIECES = 8, SPLICE_DEPTH = 32, GROUP = 32 };

struct layout *layout_ref(const struct layout *layout)
{
  struct layout *mutable = (struct layout *)layout;
  if (mutable) mutable->references++;
  return mutable;
}

void layout_unref(const struct layout *layout)
{
  struct layout *mutable = (struct layout *)layout;
  if (!mutable || --mutable->references) return;
  layout_unref(mutable->child);
  for (MPI_Count i = 0; mutable->pieces && i < mutable->count; i++)
    layout_unref(mutable->pieces[i].child);
  free(mutable->pieces);
  pool_give_bytes(mutable, sizeof *mutable);
}

static struct layout *layout_new(struct layout value)
{
  value.references = 1;
  return pool_copy_bytes(&value, sizeof value);
}

static struct layout block_of(MPI_Count bytes)
{
  return (struct layout){.kind = LAYOUT_BLOCK,
                         .size = bytes,
                         .high = bytes,
                         .blocks = 1,
                         .count = 1,
                         .listless = true};
}

struct layout *layout_block(MPI_Count bytes)
{
  return layout_new(block_of(bytes));
}

/* Do copies at `stride` continue those of `child` at its own stride? */
static bool continues(const struct layout *child, MPI_Count stride)
{
  MPI_Count length;
  return child->kind == LAYOUT_STRIDED &&
         !__builtin_mul_overflow(child->stride, child->count, &length) &&
         length == stride;
}

void layout_repeat_borrowed(struct layout *out, MPI_Count count,
                            MPI_Count stride, const struct layout *child)
{
  if (count == 1) {
    *out = *child;
    out->references = 0;
    return;
  }
  if (child->kind == LAYOUT_BLOCK && child->size == stride) {
    *out = block_of(count * stride);
    return;
  }
  if (continues(child, stride)) {
    count *= child->count;
    stride = child->stride;
    child = child->child;
  }
  MPI_Count last = (count - 1) * stride;
  *out = (struct layout){.kind = LAYOUT_STRIDED,
                         .depth = child->depth + 1,
                         .size = count * child->size,
                         .low = child->low + (last < 0 ? last : 0),
                         .high = child->high + (last > 0 ? last : 0),
                         .blocks = count * child->blocks,
                         .count = count,
                         .stride = stride,
                         .child = child,
                         .listless = child->listless};
}

struct layout *layout_repeat(MPI_Count count, MPI_Count stride,
                             const struct layout *child)
{
  if (count == 1) return layout_ref(child);
  struct layout value;
  layout_repeat_borrowed(&value, count, stride, child);
  layout_ref(value.child);
  return layout_new(value);
}

/* --- lists of pieces --- */

static void push(struct layout_builder *b, MPI_Count at, MPI_Count bytes,
                 const struct layout *child)
{
  if (b->count > 0 && !child) {
    struct layout_piece *last = &b->pieces[b->count - 1];
    if (!last->child && last->at + last->start == at) {
      last->start += bytes;
      return;
    }
  }
  GROW(b->pieces, b->count, b->size, 8);
  b->pieces[b->count++] =
      (struct layout_piece){at, bytes, child ? layout_ref(child) : NULL};
}

static int depth_of(const struct layout_piece *p)
{
  return p->child ? p->child->depth : 0;
}

static unsigned char grouped(const struct layout_piece *p)
{
  return p->child ? p->child->grouped : 0;
}

/* Do so many come last that were grouped as often, and can nest once more? */
static bool ends_in_group(const struct layout_builder *b)
{
  if (b->count < GROUP) return false;
  const struct layout_piece *last = &b->pieces[b->count - 1];
  for (int i = 0; i < GROUP; i++)
    if (grouped(last - i) != grouped(last) ||
        depth_of(last - i) >= SPLICE_DEPTH - 2)
      return false;
  return true;
}

static void group_last(struct layout_builder *b)
{
  MPI_Count at;
  b->count -= GROUP;
  struct layout_piece *from = &b->pieces[b->count];
  unsigned char before = grouped(from);
  struct layout_builder part = {.pieces = xmemdup(from, GROUP * sizeof *from),
                                .count = GROUP,
                                .size = GROUP};
  struct layout *group = layout_finish(&part, &at);
  group->grouped = before + 1;
  push(b, at, group->size, group);
  layout_unref(group);
}

void layout_add(struct layout_builder *b, MPI_Count at,
                const struct layout *layout)
{
  if (layout->kind == LAYOUT_BLOCK) {
    push(b, at, layout->size, NULL);
    return;
  }
  if (layout->kind == LAYOUT_STRIDED ||
      (layout->count > SPLICE_PIECES && layout->depth < SPLICE_DEPTH)) {
    push(b, at, layout->size, layout);
    return;
  }
  bool deep = layout->count > SPLICE_PIECES;
  for (MPI_Count i = 0; i < layout->count; i++) {
    push(b, at + layout->pieces[i].at, layout_piece_bytes(layout, i),
         layout->pieces[i].child);
    while (deep && ends_in_group(b))
      group_last(b);
  }
}

/* Are all pieces alike, at one stride? */
static bool is_regular(const struct layout_builder *b, MPI_Count *stride)
{
  const struct layout_piece *p = b->pieces;
  if (__builtin_sub_overflow(p[1].at, p[0].at, stride)) return false;
  for (MPI_Count i = 1; i < b->count; i++)
    if (p[i].child != p[0].child || p[i].start != p[0].start ||
        p[i].at - p[i - 1].at != *stride)
      return false;
  return true;
}

static struct layout *finish_regular(struct layout_builder *b, MPI_Count stride)
{
  struct layout *child = b->pieces[0].child ? layout_ref(b->pieces[0].child)
                                            : layout_block(b->pieces[0].start);
  struct layout *result =
      b->count > 1 ? layout_repeat(b->count, stride, child) : layout_ref(child);
  layout_unref(child);
  for (MPI_Count i = 0; i < b->count; i++)
    layout_unref(b->pieces[i].child);
  free(b->pieces);
  return result;
}

static struct layout *finish_pieces(struct layout_builder *b)
{
  struct layout list = {.kind = LAYOUT_PIECES,
                        .count = b->count,
                        .flat = true,
                        .even = b->pieces[0].start};
  MPI_Count origin = b->pieces[0].at;
  for (MPI_Count i = 0; i < b->count; i++) {
    struct layout_piece *p = &b->pieces[i];
    MPI_Count bytes = p->start;
    p->at -= origin;
    p->start = list.size;
    list.size += bytes;
    list.blocks += p->child ? p->child->blocks : 1;
    if (p->child) {
      list.flat = false;
      if (p->child->depth > list.depth) list.depth = p->child->depth;
    }
    if (p->child || bytes != list.even) list.even = 0;
    MPI_Count low = p->at + (p->child ? p->child->low : 0);
    MPI_Count high = p->at + (p->child ? p->child->high : bytes);
    if (low < list.low) list.low = low;
    if (high > list.high) list.high = high;
  }
  list.depth++;
  list.pieces = xrealloc(b->pieces, (size_t)b->count * sizeof *list.pieces);
  return layout_new(list);
}

struct layout *layout_finish(struct layout_builder *b, MPI_Count *first)
{
  struct layout *result = NULL;
  MPI_Count stride = 0;
  *first = b->count ? b->pieces[0].at : 0;
  if (b->count == 1 || (b->count > 1 && is_regular(b, &stride)))
    result = finish_regular(b, stride);
  else if (b->count > 1)
    result = finish_pieces(b);
  *b = (struct layout_builder){0};
  return result;
}
