/* Calls that MPI-3.0 removed and that are more than another name of a newer
 * one (those stand in model/abi/extra.tsv). [MPI-3.1 16.1] */
#include "call.h"

#include <api.h>

int api_Type_extent(MPI_Datatype type, MPI_Aint *extent)
{
  MPI_Aint lb;
  return api_Type_get_extent(type, &lb, extent);
}

int api_Type_lb(MPI_Datatype type, MPI_Aint *lb)
{
  MPI_Aint extent;
  return api_Type_get_extent(type, lb, &extent);
}

int api_Type_ub(MPI_Datatype type, MPI_Aint *ub)
{
  MPI_Aint lb, extent;
  int error = api_Type_get_extent(type, &lb, &extent);
  if (!error) *ub = lb + extent;
  return error;
}
