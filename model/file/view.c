/* Streams of views, as ranges of their files. */
#include "view.h"

#include "../error/fault.h"
#include "../memory.h"
#include "../search.h"

#include <stdlib.h>

/* --- what the types must be --- */

struct order {
  MPI_Count last; /* where the block before began */
  bool first, descends, negative;
};

static void order_block(MPI_Count at, MPI_Count bytes, void *arg)
{
  struct order *o = arg;
  (void)bytes;
  if (at < 0) o->negative = true;
  if (!o->first && at < o->last) o->descends = true;
  o->first = false;
  o->last = at;
}

static int check_order(const struct datatype *type, const char *name)
{
  struct order o = {.first = true};
  datatype_blocks(1, type, order_block, &o);
  if (o.negative)
    return fault(MPI_ERR_ARG,
                 ": the %s has a negative displacement [MPI-4.1 14.3]", name);
  if (o.descends)
    return fault(MPI_ERR_ARG,
                 ": the displacements of the %s decrease [MPI-4.1 14.3]", name);
  return 0;
}

static int check_overlap(const struct datatype *type, const char *name)
{
  if (!datatype_overlaps(1, type)) return 0;
  return fault(MPI_ERR_ARG,
               ": the %s overlaps itself in a file that is opened for writing "
               "[MPI-4.1 14.3]",
               name);
}

int view_check(const struct datatype *etype, const struct datatype *filetype,
               bool writes)
{
  int error = check_order(etype, "etype");
  if (!error) error = check_order(filetype, "filetype");
  if (!error && writes) error = check_overlap(etype, "etype");
  if (!error && writes) error = check_overlap(filetype, "filetype");
  if (error) return error;
  if (etype->size == 0)
    return fault(MPI_ERR_ARG, ": the etype holds no bytes [MPI-4.1 14.3]");
  if (filetype->size % etype->size != 0)
    return fault(MPI_ERR_ARG,
                 ": the filetype's %lld bytes are not a multiple of the "
                 "etype's %lld [MPI-4.1 14.3]",
                 (long long)filetype->size, (long long)etype->size);
  if (filetype->size > 0 && filetype->extent <= 0)
    return fault(MPI_ERR_ARG,
                 ": the filetype's extent is %lld, copies of it would lie on "
                 "each other [MPI-4.1 14.3]",
                 (long long)filetype->extent);
  return 0;
}

/* --- making --- */

static void add_block(MPI_Count at, MPI_Count bytes, void *arg)
{
  struct view *v = arg;
  struct view_block *before = v->count ? &v->blocks[v->count - 1] : NULL;
  if (before && before->at + before->bytes == at) {
    before->bytes += bytes;
    return;
  }
  MPI_Count start = before ? before->start + before->bytes : 0;
  v->blocks = xgrow(v->blocks, v->count, sizeof *v->blocks);
  v->blocks[v->count++] = (struct view_block){at, start, bytes};
}

void view_set(struct view *v, MPI_Offset disp, const struct datatype *etype,
              const struct datatype *filetype)
{
  *v = (struct view){.disp = disp,
                     .etype = datatype_ref(etype),
                     .filetype = datatype_ref(filetype)};
  datatype_blocks(1, filetype, add_block, v);
}

void view_clear(struct view *v)
{
  datatype_unref(v->etype);
  datatype_unref(v->filetype);
  free(v->blocks);
  *v = (struct view){.disp = 0};
}

/* --- using --- */

/* Is the stream a plain range of the file? */
static bool is_plain(const struct view *v)
{
  return v->count == 1 && v->blocks[0].bytes == v->filetype->extent;
}

/* The block of a tile that holds byte `at` of its part of the stream. */
static MPI_Count find_block(const struct view *v, MPI_Count at)
{
  return SEARCH_LEADING(v->count, i, v->blocks[i].start <= at) - 1;
}

void view_each(const struct view *v, MPI_Count from, MPI_Count bytes,
               bool (*each)(MPI_Offset at, MPI_Count bytes, void *arg),
               void *arg)
{
  if (bytes == 0 || v->count == 0) return;
  if (is_plain(v)) {
    each(v->disp + v->blocks[0].at + from, bytes, arg);
    return;
  }
  MPI_Count tile = from / v->filetype->size;
  MPI_Count inside = from % v->filetype->size;
  MPI_Count b = find_block(v, inside);
  while (bytes > 0) {
    const struct view_block *block = &v->blocks[b];
    MPI_Count skip = inside - block->start;
    MPI_Count n = block->bytes - skip < bytes ? block->bytes - skip : bytes;
    MPI_Offset at = v->disp + tile * v->filetype->extent + block->at + skip;
    if (!each(at, n, arg)) return;
    bytes -= n;
    inside += n;
    if (++b < v->count) continue;
    b = inside = 0;
    tile++;
  }
}

MPI_Offset view_locate(const struct view *v, MPI_Count at)
{
  if (v->count == 0) return v->disp;
  MPI_Count inside = at % v->filetype->size;
  const struct view_block *block = &v->blocks[find_block(v, inside)];
  return v->disp + at / v->filetype->size * v->filetype->extent + block->at +
         (inside - block->start);
}

/* The last tile that has a byte before the end, and in it the last block. */
MPI_Count view_stream_end(const struct view *v, MPI_Offset end)
{
  if (v->count == 0) return 0;
  MPI_Offset reach = end - v->disp - v->blocks[0].at;
  if (reach <= 0) return 0;
  MPI_Count tile = (reach - 1) / v->filetype->extent;
  MPI_Offset left = end - v->disp - tile * v->filetype->extent;
  MPI_Count b = v->count - 1;
  while (v->blocks[b].at >= left)
    b--;
  MPI_Count part = left - v->blocks[b].at;
  if (part > v->blocks[b].bytes) part = v->blocks[b].bytes;
  return tile * v->filetype->size + v->blocks[b].start + part;
}
