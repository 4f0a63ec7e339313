/* Predefined datatypes by what they hold. [MPI-4.1 6.9.4, 19.1.9]
 *
 * The unnamed types of Fortran 90 kinds hang on their rank, so that the same
 * arguments give the same handle. */
#include "datatype.h"

#include "../../model/datatype/kinds.h"

#include <api.h>

int api_Type_match_size(int typeclass, int size, MPI_Datatype *handle)
{
  const struct datatype *type;
  int error = datatype_match_size(typeclass, size, &type);
  if (!error) *handle = type->predefined;
  return error;
}

int api_Type_get_value_index(MPI_Datatype value_handle,
                             MPI_Datatype index_handle, MPI_Datatype *pair)
{
  const struct datatype *value, *index;
  int error = datatype_of(value_handle, "value_type", &value);
  if (!error) error = datatype_of(index_handle, "index_type", &index);
  if (error) return error;
  const struct datatype *type = datatype_value_index(value, index);
  *pair = type ? type->predefined : MPI_DATATYPE_NULL;
  return 0;
}

static bool find_unnamed(int combiner, int first, int second,
                         MPI_Datatype *handle)
{
  const struct datatype_view *view = self->types;
  while (view && !datatype_is_f90(view->type, combiner, first, second))
    view = view->next;
  if (view) *handle = view->handle;
  return view;
}

static int give_unnamed(struct datatype *type, MPI_Datatype *handle)
{
  struct datatype_view *view;
  int error = datatype_give(type, true, handle);
  if (error) return error;
  datatype_view_of(*handle, &view);
  view->permanent = true;
  view->next = self->types;
  self->types = view;
  return 0;
}

int api_Type_create_f90_real(int p, int r, MPI_Datatype *handle)
{
  struct datatype *type;
  if (find_unnamed(MPI_COMBINER_F90_REAL, p, r, handle)) return 0;
  int error = datatype_f90_real(p, r, &type);
  return error ? error : give_unnamed(type, handle);
}

int api_Type_create_f90_complex(int p, int r, MPI_Datatype *handle)
{
  struct datatype *type;
  if (find_unnamed(MPI_COMBINER_F90_COMPLEX, p, r, handle)) return 0;
  int error = datatype_f90_complex(p, r, &type);
  return error ? error : give_unnamed(type, handle);
}

int api_Type_create_f90_integer(int r, MPI_Datatype *handle)
{
  struct datatype *type;
  if (find_unnamed(MPI_COMBINER_F90_INTEGER, r, 0, handle)) return 0;
  int error = datatype_f90_integer(r, &type);
  return error ? error : give_unnamed(type, handle);
}
