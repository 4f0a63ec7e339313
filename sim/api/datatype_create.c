/* The constructors of datatypes. Those with arrays exist twice, with int and
 * with MPI_Count arrays; the first widen theirs and share the rest.
 * [MPI-4.1 5.1.2-5.1.8] */
#include "datatype.h"

#include "../../model/datatype/contents.h"
#include "../../model/memory.h"

#include <api.h>
#include <stdlib.h>

/* Hand out a type that a constructor made, or its error. */
static int give(int error, struct datatype *type, bool large,
                MPI_Datatype *handle)
{
  if (error) return error;
  if (large) type = contents_enlarged(type);
  return datatype_give(type, false, handle);
}

/* A copy of int values; of none when n is not a count, or there are none. */
static MPI_Count *widened(MPI_Count n, const int *values)
{
  if (!values) return NULL;
  if (n < 0) n = 0;
  MPI_Count *wide = xmalloc((size_t)n * sizeof *wide);
  for (MPI_Count i = 0; i < n; i++)
    wide[i] = values[i];
  return wide;
}

int api_Type_contiguous(MPI_Count count, MPI_Datatype oldtype,
                        MPI_Datatype *newtype)
{
  const struct datatype *old;
  struct datatype *new = NULL;
  int error = datatype_of(oldtype, "oldtype", &old);
  if (!error) error = datatype_contiguous(count, old, &new);
  return give(error, new, call_is_large(), newtype);
}

int api_Type_vector(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                    MPI_Datatype oldtype, MPI_Datatype *newtype)
{
  const struct datatype *old;
  struct datatype *new = NULL;
  int error = datatype_of(oldtype, "oldtype", &old);
  if (!error) error = datatype_vector(count, blocklength, stride, old, &new);
  return give(error, new, call_is_large(), newtype);
}

int api_Type_create_hvector(MPI_Count count, MPI_Count blocklength,
                            MPI_Count stride, MPI_Datatype oldtype,
                            MPI_Datatype *newtype)
{
  const struct datatype *old;
  struct datatype *new = NULL;
  int error = datatype_of(oldtype, "oldtype", &old);
  if (!error) error = datatype_hvector(count, blocklength, stride, old, &new);
  return give(error, new, call_is_large(), newtype);
}

int api_Type_create_resized(MPI_Datatype oldtype, MPI_Count lb,
                            MPI_Count extent, MPI_Datatype *newtype)
{
  const struct datatype *old;
  struct datatype *new = NULL;
  int error = datatype_of(oldtype, "oldtype", &old);
  if (!error) error = datatype_resized(old, lb, extent, &new);
  return give(error, new, call_is_large(), newtype);
}

/* --- indexed --- */

typedef int indexed_constructor(MPI_Count, const MPI_Count *, const MPI_Count *,
                                const struct datatype *, struct datatype **);
typedef int block_constructor(MPI_Count, MPI_Count, const MPI_Count *,
                              const struct datatype *, struct datatype **);

static int give_indexed(indexed_constructor *construct, MPI_Count count,
                        const MPI_Count *blocklengths,
                        const MPI_Count *displacements, MPI_Datatype oldtype,
                        bool large, MPI_Datatype *newtype)
{
  const struct datatype *old;
  struct datatype *new = NULL;
  int error = datatype_of(oldtype, "oldtype", &old);
  if (!error) error = check_array(blocklengths, count, "array_of_blocklengths");
  if (!error)
    error = check_array(displacements, count, "array_of_displacements");
  if (!error) error = construct(count, blocklengths, displacements, old, &new);
  return give(error, new, large, newtype);
}

static int give_blocks(block_constructor *construct, MPI_Count count,
                       MPI_Count blocklength, const MPI_Count *displacements,
                       MPI_Datatype oldtype, bool large, MPI_Datatype *newtype)
{
  const struct datatype *old;
  struct datatype *new = NULL;
  int error = datatype_of(oldtype, "oldtype", &old);
  if (!error)
    error = check_array(displacements, count, "array_of_displacements");
  if (!error) error = construct(count, blocklength, displacements, old, &new);
  return give(error, new, large, newtype);
}

int api_Type_indexed(int count, const int blocklengths[],
                     const int displacements[], MPI_Datatype oldtype,
                     MPI_Datatype *newtype)
{
  MPI_Count *lengths = widened(count, blocklengths);
  MPI_Count *places = widened(count, displacements);
  int error = give_indexed(datatype_indexed, count, lengths, places, oldtype,
                           false, newtype);
  free(lengths);
  free(places);
  return error;
}

int api_Type_indexed_c(MPI_Count count, const MPI_Count blocklengths[],
                       const MPI_Count displacements[], MPI_Datatype oldtype,
                       MPI_Datatype *newtype)
{
  return give_indexed(datatype_indexed, count, blocklengths, displacements,
                      oldtype, true, newtype);
}

int api_Type_create_hindexed(int count, const int blocklengths[],
                             const MPI_Aint displacements[],
                             MPI_Datatype oldtype, MPI_Datatype *newtype)
{
  MPI_Count *lengths = widened(count, blocklengths);
  int error = give_indexed(datatype_hindexed, count, lengths, displacements,
                           oldtype, false, newtype);
  free(lengths);
  return error;
}

int api_Type_create_hindexed_c(MPI_Count count, const MPI_Count blocklengths[],
                               const MPI_Count displacements[],
                               MPI_Datatype oldtype, MPI_Datatype *newtype)
{
  return give_indexed(datatype_hindexed, count, blocklengths, displacements,
                      oldtype, true, newtype);
}

int api_Type_create_indexed_block(int count, int blocklength,
                                  const int displacements[],
                                  MPI_Datatype oldtype, MPI_Datatype *newtype)
{
  MPI_Count *places = widened(count, displacements);
  int error = give_blocks(datatype_indexed_block, count, blocklength, places,
                          oldtype, false, newtype);
  free(places);
  return error;
}

int api_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength,
                                    const MPI_Count displacements[],
                                    MPI_Datatype oldtype, MPI_Datatype *newtype)
{
  return give_blocks(datatype_indexed_block, count, blocklength, displacements,
                     oldtype, true, newtype);
}

int api_Type_create_hindexed_block(int count, int blocklength,
                                   const MPI_Aint displacements[],
                                   MPI_Datatype oldtype, MPI_Datatype *newtype)
{
  return give_blocks(datatype_hindexed_block, count, blocklength, displacements,
                     oldtype, false, newtype);
}

int api_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength,
                                     const MPI_Count displacements[],
                                     MPI_Datatype oldtype,
                                     MPI_Datatype *newtype)
{
  return give_blocks(datatype_hindexed_block, count, blocklength, displacements,
                     oldtype, true, newtype);
}

/* --- struct --- */

static int give_struct(MPI_Count count, const MPI_Count *blocklengths,
                       const MPI_Count *displacements,
                       const MPI_Datatype *handles, bool large,
                       MPI_Datatype *newtype)
{
  struct datatype *new = NULL;
  int error = check_count(count, "count");
  if (!error) error = check_array(blocklengths, count, "array_of_blocklengths");
  if (!error)
    error = check_array(displacements, count, "array_of_displacements");
  if (!error) error = check_array(handles, count, "array_of_types");
  if (error) return error;
  const struct datatype **types = xmalloc((size_t)count * sizeof *types);
  for (MPI_Count i = 0; i < count && !error; i++)
    error = type_at(datatype_of, handles, i, "array_of_types", &types[i]);
  if (!error)
    error = datatype_struct(count, blocklengths, displacements, types, &new);
  free(types);
  return give(error, new, large, newtype);
}

int api_Type_create_struct(int count, const int blocklengths[],
                           const MPI_Aint displacements[],
                           const MPI_Datatype types[], MPI_Datatype *newtype)
{
  MPI_Count *lengths = widened(count, blocklengths);
  int error = give_struct(count, lengths, displacements, types, false, newtype);
  free(lengths);
  return error;
}

int api_Type_create_struct_c(MPI_Count count, const MPI_Count blocklengths[],
                             const MPI_Count displacements[],
                             const MPI_Datatype types[], MPI_Datatype *newtype)
{
  return give_struct(count, blocklengths, displacements, types, true, newtype);
}

/* --- arrays --- */

static int give_subarray(int ndims, const MPI_Count *sizes,
                         const MPI_Count *subsizes, const MPI_Count *starts,
                         int order, MPI_Datatype oldtype, bool large,
                         MPI_Datatype *newtype)
{
  const struct datatype *old;
  struct datatype *new = NULL;
  int error = datatype_of(oldtype, "oldtype", &old);
  if (!error) error = check_array(sizes, ndims, "array_of_sizes");
  if (!error) error = check_array(subsizes, ndims, "array_of_subsizes");
  if (!error) error = check_array(starts, ndims, "array_of_starts");
  if (!error)
    error = datatype_subarray(ndims, sizes, subsizes, starts, order, old, &new);
  return give(error, new, large, newtype);
}

int api_Type_create_subarray(int ndims, const int sizes[], const int subsizes[],
                             const int starts[], int order,
                             MPI_Datatype oldtype, MPI_Datatype *newtype)
{
  MPI_Count *wide_sizes = widened(ndims, sizes);
  MPI_Count *wide_subsizes = widened(ndims, subsizes);
  MPI_Count *wide_starts = widened(ndims, starts);
  int error = give_subarray(ndims, wide_sizes, wide_subsizes, wide_starts,
                            order, oldtype, false, newtype);
  free(wide_sizes);
  free(wide_subsizes);
  free(wide_starts);
  return error;
}

int api_Type_create_subarray_c(int ndims, const MPI_Count sizes[],
                               const MPI_Count subsizes[],
                               const MPI_Count starts[], int order,
                               MPI_Datatype oldtype, MPI_Datatype *newtype)
{
  return give_subarray(ndims, sizes, subsizes, starts, order, oldtype, true,
                       newtype);
}

static int give_darray(int size, int rank, int ndims, const MPI_Count *gsizes,
                       const int *distribs, const int *dargs, const int *psizes,
                       int order, MPI_Datatype oldtype, bool large,
                       MPI_Datatype *newtype)
{
  const struct datatype *old;
  struct datatype *new = NULL;
  int error = datatype_of(oldtype, "oldtype", &old);
  if (!error) error = check_array(gsizes, ndims, "array_of_gsizes");
  if (!error) error = check_array(distribs, ndims, "array_of_distribs");
  if (!error) error = check_array(dargs, ndims, "array_of_dargs");
  if (!error) error = check_array(psizes, ndims, "array_of_psizes");
  if (!error)
    error = datatype_darray(size, rank, ndims, gsizes, distribs, dargs, psizes,
                            order, old, &new);
  return give(error, new, large, newtype);
}

int api_Type_create_darray(int size, int rank, int ndims, const int gsizes[],
                           const int distribs[], const int dargs[],
                           const int psizes[], int order, MPI_Datatype oldtype,
                           MPI_Datatype *newtype)
{
  MPI_Count *wide = widened(ndims, gsizes);
  int error = give_darray(size, rank, ndims, wide, distribs, dargs, psizes,
                          order, oldtype, false, newtype);
  free(wide);
  return error;
}

int api_Type_create_darray_c(int size, int rank, int ndims,
                             const MPI_Count gsizes[], const int distribs[],
                             const int dargs[], const int psizes[], int order,
                             MPI_Datatype oldtype, MPI_Datatype *newtype)
{
  return give_darray(size, rank, ndims, gsizes, distribs, dargs, psizes, order,
                     oldtype, true, newtype);
}
