/* What programs ask of datatypes: sizes, bounds, addresses. Numbers that their
 * type cannot hold are MPI_UNDEFINED. [MPI-4.1 5.1.5-5.1.8] */
#include "datatype.h"

#include <api.h>

int api_Type_size_c(MPI_Datatype handle, MPI_Count *size)
{
  const struct datatype *type;
  int error = datatype_of(handle, "datatype", &type);
  if (!error) *size = type->size;
  return error;
}

int api_Type_size_x(MPI_Datatype handle, MPI_Count *size)
{
  return api_Type_size_c(handle, size);
}

int api_Type_size(MPI_Datatype handle, int *size)
{
  MPI_Count wide = 0;
  int error = api_Type_size_c(handle, &wide);
  if (!error) *size = int_or_undefined(wide);
  return error;
}

int api_Type_get_extent_c(MPI_Datatype handle, MPI_Count *lb, MPI_Count *extent)
{
  const struct datatype *type;
  int error = datatype_of(handle, "datatype", &type);
  if (error) return error;
  *lb = type->lb;
  *extent = type->extent;
  return 0;
}

int api_Type_get_extent_x(MPI_Datatype handle, MPI_Count *lb, MPI_Count *extent)
{
  return api_Type_get_extent_c(handle, lb, extent);
}

_Static_assert(sizeof(MPI_Aint) == sizeof(MPI_Count),
               "an MPI_Aint holds every bound");

int api_Type_get_extent(MPI_Datatype handle, MPI_Aint *lb, MPI_Aint *extent)
{
  return api_Type_get_extent_c(handle, lb, extent);
}

int api_Type_get_true_extent_c(MPI_Datatype handle, MPI_Count *lb,
                               MPI_Count *extent)
{
  const struct datatype *type;
  int error = datatype_of(handle, "datatype", &type);
  if (error) return error;
  *lb = type->true_lb;
  *extent = type->true_extent;
  return 0;
}

int api_Type_get_true_extent_x(MPI_Datatype handle, MPI_Count *lb,
                               MPI_Count *extent)
{
  return api_Type_get_true_extent_c(handle, lb, extent);
}

int api_Type_get_true_extent(MPI_Datatype handle, MPI_Aint *lb,
                             MPI_Aint *extent)
{
  return api_Type_get_true_extent_c(handle, lb, extent);
}

/* --- the names of MPI-1 --- */

int api_Type_extent(MPI_Datatype handle, MPI_Aint *extent)
{
  MPI_Count lb;
  return api_Type_get_extent_c(handle, &lb, extent);
}

int api_Type_lb(MPI_Datatype handle, MPI_Aint *lb)
{
  MPI_Count extent;
  return api_Type_get_extent_c(handle, lb, &extent);
}

int api_Type_ub(MPI_Datatype handle, MPI_Aint *ub)
{
  MPI_Count lb, extent;
  int error = api_Type_get_extent_c(handle, &lb, &extent);
  if (!error) *ub = lb + extent;
  return error;
}

/* --- addresses --- */

int api_Get_address(const void *location, MPI_Aint *address)
{
  *address = (MPI_Aint)location;
  return 0;
}

MPI_Aint api_Aint_add(MPI_Aint base, MPI_Aint displacement)
{
  return (MPI_Aint)((uintptr_t)base + (uintptr_t)displacement);
}

MPI_Aint api_Aint_diff(MPI_Aint a, MPI_Aint b)
{
  return (MPI_Aint)((uintptr_t)a - (uintptr_t)b);
}
