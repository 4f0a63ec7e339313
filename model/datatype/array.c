/* Subarrays and distributed arrays. [MPI-4.1 5.1.3, 5.1.4]
 *
 * Both are built dimension by dimension, the fastest first, each level a type
 * map of copies of the level below at that dimension's stride. The bounds of
 * the result are those of the whole array. */
#include "datatype.h"

#include "contents.h"
#include "type_map.h"
#include "../error/fault.h"
#include "../memory.h"

#include <stdlib.h>

static int check_shape(int ndims, int order)
{
  if (ndims < 1)
    return fault(MPI_ERR_ARG, ": ndims is %d, must be positive [MPI-4.1 5.1.3]",
                 ndims);
  if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)
    return fault(MPI_ERR_ARG,
                 ": order is %d, must be MPI_ORDER_C or MPI_ORDER_FORTRAN "
                 "[MPI-4.1 5.1.3]",
                 order);
  return 0;
}

/* The dimension that is `level` steps slower than the fastest. */
static int dimension_of(int level, int ndims, int order)
{
  return order == MPI_ORDER_C ? ndims - 1 - level : level;
}

/* --- subarray --- */

static int check_subarray(int ndims, const MPI_Count *sizes,
                          const MPI_Count *subsizes, const MPI_Count *starts)
{
  for (int i = 0; i < ndims; i++)
    if (sizes[i] < 1 || subsizes[i] < 1 || starts[i] < 0 ||
        subsizes[i] > sizes[i] || starts[i] > sizes[i] - subsizes[i])
      return fault(MPI_ERR_ARG,
                   ": dimension %d has start %lld + subsize %lld of size "
                   "%lld: needs 1 <= subsize and 0 <= start <= size - subsize "
                   "[MPI-4.1 5.1.3]",
                   i, (long long)starts[i], (long long)subsizes[i],
                   (long long)sizes[i]);
  return 0;
}

/* One level: `count` copies of *type at `stride`; replaces *type. */
static int stack_copies(const struct datatype **type, MPI_Count count,
                        MPI_Count stride)
{
  struct type_map map = {0};
  struct datatype *next = NULL;
  type_map_add(&map, 0, count, stride, *type);
  int error = map_finish(&map, &next);
  datatype_unref((struct datatype *)*type);
  *type = next;
  return error;
}

/* The whole array's bytes go to *extent, the first element's place to *at. */
static int stack_subarray(int ndims, const MPI_Count *sizes,
                          const MPI_Count *subsizes, const MPI_Count *starts,
                          int order, const struct datatype **type,
                          MPI_Count *at, MPI_Count *extent)
{
  MPI_Count stride = (*type)->extent;
  for (int level = 0; level < ndims; level++) {
    int d = dimension_of(level, ndims, order);
    int error = stack_copies(type, subsizes[d], stride);
    if (error) return error;
    *at += starts[d] * stride;
    if (__builtin_mul_overflow(stride, sizes[d], &stride))
      return fault(MPI_ERR_ARG, ": the array exceeds 2^63 bytes "
                                "[MPI-4.1 5.1.3]");
  }
  *extent = stride;
  return 0;
}

static int build_subarray(int ndims, const MPI_Count *sizes,
                          const MPI_Count *subsizes, const MPI_Count *starts,
                          int order, const struct datatype *old,
                          struct datatype **out)
{
  const struct datatype *part = datatype_ref(old);
  MPI_Count at = 0, extent = 0;
  int error = stack_subarray(ndims, sizes, subsizes, starts, order, &part, &at,
                             &extent);
  if (!error) {
    struct type_map map = {0};
    type_map_add(&map, at, 1, 0, part);
    map_set_bounds(&map, 0, extent);
    error = map_finish(&map, out);
  }
  datatype_unref((struct datatype *)part);
  return error;
}

int datatype_subarray(int ndims, const MPI_Count sizes[],
                      const MPI_Count subsizes[], const MPI_Count starts[],
                      int order, const struct datatype *old,
                      struct datatype **out)
{
  int error = check_shape(ndims, order);
  if (!error) error = check_subarray(ndims, sizes, subsizes, starts);
  if (error) return error;
  struct contents *contents = contents_new(MPI_COMBINER_SUBARRAY);
  contents_set_types(contents, 1, &old);
  contents_add(contents, ARGUMENT_INT, ndims);
  contents_add_counts(contents, ARGUMENT_COUNT, ndims, sizes);
  contents_add_counts(contents, ARGUMENT_COUNT, ndims, subsizes);
  contents_add_counts(contents, ARGUMENT_COUNT, ndims, starts);
  contents_add(contents, ARGUMENT_INT, order);
  if (contents_known(contents, out)) return 0;
  error = build_subarray(ndims, sizes, subsizes, starts, order, old, out);
  return contents_built(error, contents, out);
}

/* --- darray --- */

/* One dimension of a distribution: blocks of `block` elements dealt out to
 * `processes`, of which this is number `coordinate`. */
struct deal {
  MPI_Count size, block;
  int processes, coordinate;
};

static int check_dimension(int d, MPI_Count gsize, int distribution, int darg,
                           int psize)
{
  if (gsize < 1)
    return fault(MPI_ERR_ARG,
                 ": gsize %d is %lld, must be positive "
                 "[MPI-4.1 5.1.4]",
                 d, (long long)gsize);
  if (distribution != MPI_DISTRIBUTE_BLOCK &&
      distribution != MPI_DISTRIBUTE_CYCLIC &&
      distribution != MPI_DISTRIBUTE_NONE)
    return fault(MPI_ERR_ARG,
                 ": distrib %d is %d, not an MPI_DISTRIBUTE_* "
                 "[MPI-4.1 5.1.4]",
                 d, distribution);
  if (darg != MPI_DISTRIBUTE_DFLT_DARG && darg < 1)
    return fault(MPI_ERR_ARG,
                 ": darg %d is %d, must be positive "
                 "[MPI-4.1 5.1.4]",
                 d, darg);
  if (psize < 1 || (distribution == MPI_DISTRIBUTE_NONE && psize != 1))
    return fault(MPI_ERR_ARG, ": psize %d is %d, must be %s [MPI-4.1 5.1.4]", d,
                 psize,
                 psize < 1 ? "positive"
                           : "1 where nothing is "
                             "distributed");
  return 0;
}

static int deal_of(int d, MPI_Count gsize, int distribution, int darg,
                   int psize, struct deal *deal)
{
  int error = check_dimension(d, gsize, distribution, darg, psize);
  if (error) return error;
  bool by_default = darg == MPI_DISTRIBUTE_DFLT_DARG;
  *deal = (struct deal){.size = gsize, .processes = psize, .block = darg};
  if (distribution == MPI_DISTRIBUTE_NONE)
    deal->block = gsize;
  else if (by_default && distribution == MPI_DISTRIBUTE_CYCLIC)
    deal->block = 1;
  else if (by_default)
    deal->block = gsize / psize + (gsize % psize != 0);
  else if (distribution == MPI_DISTRIBUTE_BLOCK && (gsize - 1) / darg >= psize)
    return fault(MPI_ERR_ARG,
                 ": dimension %d: %d processes x darg %d do not cover gsize "
                 "%lld [MPI-4.1 5.1.4]",
                 d, psize, darg, (long long)gsize);
  return 0;
}

static int check_grid(int size, int rank, int ndims, const int *psizes)
{
  if (rank < 0 || rank >= size)
    return fault(MPI_ERR_ARG,
                 ": rank %d is outside the group of %d "
                 "[MPI-4.1 5.1.4]",
                 rank, size);
  long product = 1;
  for (int d = 0; d < ndims && product <= size; d++)
    product *= psizes[d];
  if (product != size)
    return fault(MPI_ERR_ARG,
                 ": the product of psizes is not size %d "
                 "[MPI-4.1 5.1.4]",
                 size);
  return 0;
}

/* The elements of one dimension that fall to this process. */
static void add_dealt(struct type_map *map, const struct deal *deal,
                      MPI_Count stride, const struct datatype *type)
{
  MPI_Count cycle = deal->block * deal->processes;
  MPI_Count first = deal->block * deal->coordinate;
  MPI_Count left = deal->size - first; /* from the first block on */
  if (left <= 0) return;
  MPI_Count whole = left / cycle + (left % cycle >= deal->block);
  MPI_Count rest = left - whole * cycle;
  struct type_map block_map = {0};
  struct datatype *block;
  type_map_add(&block_map, 0, deal->block, stride, type);
  if (map_finish(&block_map, &block)) {
    map->overflow = true;
    return;
  }
  type_map_add(map, first * stride, whole, cycle * stride, block);
  datatype_unref(block);
  if (rest > 0)
    type_map_add(map, (first + whole * cycle) * stride, rest, stride, type);
}

static int stack_deals(int ndims, const struct deal *deals, int order,
                       const struct datatype **type)
{
  MPI_Count stride = (*type)->extent;
  for (int level = 0; level < ndims; level++) {
    const struct deal *deal = &deals[dimension_of(level, ndims, order)];
    MPI_Count extent;
    if (__builtin_mul_overflow(stride, deal->size, &extent))
      return fault(MPI_ERR_ARG, ": the array exceeds 2^63 bytes "
                                "[MPI-4.1 5.1.4]");
    struct type_map map = {0};
    struct datatype *next = NULL;
    add_dealt(&map, deal, stride, *type);
    map_set_bounds(&map, 0, extent);
    int error = map_finish(&map, &next);
    if (error) return error;
    datatype_unref((struct datatype *)*type);
    *type = next;
    stride = extent;
  }
  return 0;
}

static struct contents *darray_called(int size, int rank, int ndims,
                                      const MPI_Count *gsizes,
                                      const int *distribs, const int *dargs,
                                      const int *psizes, int order,
                                      const struct datatype *old)
{
  struct contents *contents = contents_new(MPI_COMBINER_DARRAY);
  contents_set_types(contents, 1, &old);
  contents_add(contents, ARGUMENT_INT, size);
  contents_add(contents, ARGUMENT_INT, rank);
  contents_add(contents, ARGUMENT_INT, ndims);
  contents_add_counts(contents, ARGUMENT_COUNT, ndims, gsizes);
  contents_add_ints(contents, ndims, distribs);
  contents_add_ints(contents, ndims, dargs);
  contents_add_ints(contents, ndims, psizes);
  contents_add(contents, ARGUMENT_INT, order);
  return contents;
}

static int build_darray(int size, int rank, int ndims, const MPI_Count *gsizes,
                        const int *distribs, const int *dargs,
                        const int *psizes, int order,
                        const struct datatype *old, struct datatype **out)
{
  int error = 0;
  struct deal *deals = xcalloc((size_t)ndims, sizeof *deals);
  for (int d = 0; d < ndims && !error; d++)
    error = deal_of(d, gsizes[d], distribs[d], dargs[d], psizes[d], &deals[d]);
  if (!error) error = check_grid(size, rank, ndims, psizes);
  const struct datatype *part = datatype_ref(old);
  if (!error) {
    /* The grid of processes is in row-major order whatever the array's. */
    for (int d = ndims - 1, left = rank; d >= 0; left /= psizes[d--])
      deals[d].coordinate = left % psizes[d];
    error = stack_deals(ndims, deals, order, &part);
  }
  free(deals);
  *out = (struct datatype *)part;
  if (error) datatype_unref(*out);
  return error;
}

int datatype_darray(int size, int rank, int ndims, const MPI_Count gsizes[],
                    const int distribs[], const int dargs[], const int psizes[],
                    int order, const struct datatype *old,
                    struct datatype **out)
{
  int error = check_shape(ndims, order);
  if (error) return error;
  struct contents *contents = darray_called(size, rank, ndims, gsizes, distribs,
                                            dargs, psizes, order, old);
  if (contents_known(contents, out)) return 0;
  error = build_darray(size, rank, ndims, gsizes, distribs, dargs, psizes,
                       order, old, out);
  return contents_built(error, contents, out);
}
