/* The constructors, but those of arrays (array.c). [MPI-4.1 5.1.2-5.1.8]
 *
 * Each checks its arguments and notes them as contents. If an equal call has
 * made a type, that is it; else what they describe is added to a type map. */
#include "datatype.h"

#include "contents.h"
#include "type_map.h"
#include "../error/fault.h"
#include "../pool.h"

static int check_not_negative(MPI_Count value, int class, const char *name)
{
  if (value >= 0) return 0;
  return fault(class, ": %s is %lld, must not be negative [MPI-4.1 5.1.2]",
               name, (long long)value);
}

static int check_blocklengths(MPI_Count count, const MPI_Count *blocklengths)
{
  for (MPI_Count i = 0; i < count; i++)
    if (blocklengths[i] < 0)
      return fault(MPI_ERR_ARG,
                   ": blocklength %lld is %lld, must not be negative "
                   "[MPI-4.1 5.1.2]",
                   (long long)i, (long long)blocklengths[i]);
  return 0;
}

/* displacement * extent in bytes; false on overflow. */
static bool in_bytes(MPI_Count displacement, const struct datatype *old,
                     MPI_Count *bytes)
{
  return !__builtin_mul_overflow(displacement, old->extent, bytes);
}

static struct contents *called(int combiner, MPI_Count n,
                               const struct datatype *const *old)
{
  struct contents *contents = contents_new(combiner);
  contents_set_types(contents, n, old);
  return contents;
}

int datatype_contiguous(MPI_Count count, const struct datatype *old,
                        struct datatype **out)
{
  int error = check_not_negative(count, MPI_ERR_COUNT, "count");
  if (error) return error;
  struct contents *contents = called(MPI_COMBINER_CONTIGUOUS, 1, &old);
  contents_add(contents, ARGUMENT_COUNT, count);
  if (contents_known(contents, out)) return 0;
  struct type_map map = {0};
  type_map_add(&map, 0, count, old->extent, old);
  return contents_built(map_finish(&map, out), contents, out);
}

struct datatype *datatype_alike(const struct datatype *old)
{
  struct datatype *type = pool_copy_bytes(old, sizeof *old);
  type->references = 1;
  type->predefined = 0;
  type->contents = NULL;
  layout_ref(type->layout);
  signature_ref(type->sequence);
  return type;
}

int datatype_dup(const struct datatype *old, struct datatype **out)
{
  struct contents *contents = called(MPI_COMBINER_DUP, 1, &old);
  if (contents_known(contents, out)) return 0;
  *out = datatype_alike(old);
  return contents_built(0, contents, out);
}

int datatype_resized(const struct datatype *old, MPI_Count lb, MPI_Count extent,
                     struct datatype **out)
{
  MPI_Count ub;
  if (__builtin_add_overflow(lb, extent, &ub))
    return fault(MPI_ERR_ARG,
                 ": lb %lld + extent %lld exceeds 64 bits [MPI-4.1 5.1.7]",
                 (long long)lb, (long long)extent);
  struct contents *contents = called(MPI_COMBINER_RESIZED, 1, &old);
  contents_add(contents, ARGUMENT_ADDRESS, lb);
  contents_add(contents, ARGUMENT_ADDRESS, extent);
  if (contents_known(contents, out)) return 0;
  struct datatype *type = datatype_alike(old);
  type->has_lb = type->has_ub = true;
  type->lb = lb;
  type->extent = extent;
  type->contiguous = !type->layout || (type->layout->kind == LAYOUT_BLOCK &&
                                       type->extent == type->size);
  type->overlap_clean = type->overlap_found = 0;
  *out = type;
  return contents_built(0, contents, out);
}

/* A vector whose stride is in bytes; no contents. */
static int strided(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                   const struct datatype *old, struct datatype **out)
{
  int error = check_not_negative(count, MPI_ERR_COUNT, "count");
  if (!error)
    error = check_not_negative(blocklength, MPI_ERR_ARG, "blocklength");
  if (error) return error;
  struct type_map block_map = {0}, map = {0};
  struct datatype *block = NULL;
  type_map_add(&block_map, 0, blocklength, old->extent, old);
  if ((error = map_finish(&block_map, &block))) return error;
  type_map_add(&map, 0, count, stride, block);
  error = map_finish(&map, out);
  datatype_unref(block);
  return error;
}

int datatype_vector(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                    const struct datatype *old, struct datatype **out)
{
  MPI_Count bytes;
  if (!in_bytes(stride, old, &bytes))
    return fault(MPI_ERR_ARG,
                 ": stride %lld x extent %lld exceeds 64 bits [MPI-4.1 5.1.2]",
                 (long long)stride, (long long)old->extent);
  struct contents *contents = called(MPI_COMBINER_VECTOR, 1, &old);
  contents_add(contents, ARGUMENT_COUNT, count);
  contents_add(contents, ARGUMENT_COUNT, blocklength);
  contents_add(contents, ARGUMENT_COUNT, stride);
  if (contents_known(contents, out)) return 0;
  int error = strided(count, blocklength, bytes, old, out);
  return contents_built(error, contents, out);
}

int datatype_hvector(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                     const struct datatype *old, struct datatype **out)
{
  struct contents *contents = called(MPI_COMBINER_HVECTOR, 1, &old);
  contents_add(contents, ARGUMENT_COUNT, count);
  contents_add(contents, ARGUMENT_COUNT, blocklength);
  contents_add(contents, ARGUMENT_ADDRESS, stride);
  if (contents_known(contents, out)) return 0;
  int error = strided(count, blocklength, stride, old, out);
  return contents_built(error, contents, out);
}

/* The four indexed constructors: blocks at given displacements, of given
 * lengths or all of one length. */
struct indexed {
  int combiner;
  bool alike; /* all blocks have `blocklength` */
  bool bytes; /* displacements are in bytes, not in extents */
  MPI_Count count, blocklength;
  const MPI_Count *blocklengths, *displacements;
};

static int indexed_check(const struct indexed *in)
{
  int error = check_not_negative(in->count, MPI_ERR_COUNT, "count");
  if (error) return error;
  if (!in->alike) return check_blocklengths(in->count, in->blocklengths);
  return check_not_negative(in->blocklength, MPI_ERR_ARG, "blocklength");
}

static void indexed_add(const struct indexed *in, struct type_map *map,
                        const struct datatype *old)
{
  for (MPI_Count i = 0; i < in->count; i++) {
    MPI_Count at = in->displacements[i];
    MPI_Count n = in->alike ? in->blocklength : in->blocklengths[i];
    if (n && !in->bytes && !in_bytes(at, old, &at)) map->overflow = true;
    type_map_add(map, at, n, old->extent, old);
  }
}

static struct contents *indexed_called(const struct indexed *in,
                                       const struct datatype *old)
{
  struct contents *contents = called(in->combiner, 1, &old);
  contents_add(contents, ARGUMENT_COUNT, in->count);
  if (in->alike)
    contents_add(contents, ARGUMENT_COUNT, in->blocklength);
  else
    contents_add_counts(contents, ARGUMENT_COUNT, in->count, in->blocklengths);
  contents_add_counts(contents, in->bytes ? ARGUMENT_ADDRESS : ARGUMENT_COUNT,
                      in->count, in->displacements);
  return contents;
}

static int indexed(const struct indexed *in, const struct datatype *old,
                   struct datatype **out)
{
  int error = indexed_check(in);
  if (error) return error;
  struct contents *contents = indexed_called(in, old);
  if (contents_known(contents, out)) return 0;
  struct type_map map = {0};
  indexed_add(in, &map, old);
  return contents_built(map_finish(&map, out), contents, out);
}

int datatype_indexed(MPI_Count count, const MPI_Count blocklengths[],
                     const MPI_Count displacements[],
                     const struct datatype *old, struct datatype **out)
{
  return indexed(&(struct indexed){.combiner = MPI_COMBINER_INDEXED,
                                   .count = count,
                                   .blocklengths = blocklengths,
                                   .displacements = displacements},
                 old, out);
}

int datatype_hindexed(MPI_Count count, const MPI_Count blocklengths[],
                      const MPI_Count displacements[],
                      const struct datatype *old, struct datatype **out)
{
  return indexed(&(struct indexed){.combiner = MPI_COMBINER_HINDEXED,
                                   .count = count,
                                   .blocklengths = blocklengths,
                                   .displacements = displacements,
                                   .bytes = true},
                 old, out);
}

int datatype_indexed_block(MPI_Count count, MPI_Count blocklength,
                           const MPI_Count displacements[],
                           const struct datatype *old, struct datatype **out)
{
  return indexed(&(struct indexed){.combiner = MPI_COMBINER_INDEXED_BLOCK,
                                   .alike = true,
                                   .count = count,
                                   .blocklength = blocklength,
                                   .displacements = displacements},
                 old, out);
}

int datatype_hindexed_block(MPI_Count count, MPI_Count blocklength,
                            const MPI_Count displacements[],
                            const struct datatype *old, struct datatype **out)
{
  return indexed(&(struct indexed){.combiner = MPI_COMBINER_HINDEXED_BLOCK,
                                   .alike = true,
                                   .count = count,
                                   .blocklength = blocklength,
                                   .displacements = displacements,
                                   .bytes = true},
                 old, out);
}

int datatype_struct(MPI_Count count, const MPI_Count blocklengths[],
                    const MPI_Count displacements[],
                    const struct datatype *const types[], struct datatype **out)
{
  int error = check_not_negative(count, MPI_ERR_COUNT, "count");
  if (!error) error = check_blocklengths(count, blocklengths);
  if (error) return error;
  struct contents *contents = called(MPI_COMBINER_STRUCT, count, types);
  contents_add(contents, ARGUMENT_COUNT, count);
  contents_add_counts(contents, ARGUMENT_COUNT, count, blocklengths);
  contents_add_counts(contents, ARGUMENT_ADDRESS, count, displacements);
  if (contents_known(contents, out)) return 0;
  struct type_map map = {0};
  for (MPI_Count i = 0; i < count; i++)
    type_map_add(&map, displacements[i], blocklengths[i], types[i]->extent,
                 types[i]);
  return contents_built(map_finish(&map, out), contents, out);
}
