/* The calls of communicators' attributes: MPI_Comm_*_keyval, MPI_Comm_*_attr
 * and their older names. Windows and datatypes use keyval_give too.
 * [MPI-4.1 7.7, 16.1] */
#include "objects.h"
#include "../image/callback.h"
#include "../../model/attribute/attribute.h"
#include "../../model/error/user.h"

#include <api.h>
#include <limits.h>

int keyval_give(enum attribute_kind kind, attribute_function *copy_fn,
                attribute_function *delete_fn, void *extra_state, int *keyval)
{
  int number = keyval_new(&self->handles, kind, copy_fn, delete_fn, extra_state,
                          &callback_attributes);
  int error = check_handle((uintptr_t)number);
  if (!error) *keyval = number;
  return error;
}

int api_Comm_create_keyval(MPI_Comm_copy_attr_function *copy_fn,
                           MPI_Comm_delete_attr_function *delete_fn,
                           int *keyval, void *extra_state)
{
  return keyval_give(ATTRIBUTE_COMM, (attribute_function *)copy_fn,
                     (attribute_function *)delete_fn, extra_state, keyval);
}

int api_Comm_free_keyval(int *keyval)
{
  return keyval_free(&self->handles, ATTRIBUTE_COMM, keyval);
}

/* --- those that MPI defines: pointers to int [MPI-4.1 9.1.2] --- */

/* NULL when the keyval is not a predefined one. */
static const int *predefined(int keyval)
{
  static const int tag_ub = INT_MAX, any = MPI_ANY_SOURCE, yes = 1,
                   none = MPI_PROC_NULL;
  static int universe;
  switch (keyval) {
  case MPI_TAG_UB:
    return &tag_ub;
  case MPI_IO: /* every rank has the language's input and output */
    return &any;
  case MPI_HOST:
    return &none;
  case MPI_WTIME_IS_GLOBAL:
    return &yes;
  case MPI_APPNUM:
    return &self->app;
  case MPI_UNIVERSE_SIZE:
    universe = ranks_count();
    return &universe;
  case MPI_LASTUSEDCODE:
    self->errors.last_used = error_last_used(&self->errors);
    return &self->errors.last_used;
  }
  return NULL;
}

/* A keyval that the program made, and the communicator. */
static int find_both(MPI_Comm comm, int number, struct comm_view **view,
                     struct keyval **keyval)
{
  int error = comm_of(comm, view);
  if (error) return error;
  if (predefined(number))
    return fault(MPI_ERR_KEYVAL, ": a predefined attribute cannot be changed "
                                 "[MPI-4.1 9.1.2]");
  return keyval_of(&self->handles, ATTRIBUTE_COMM, number, keyval);
}

int api_Comm_set_attr(MPI_Comm comm, int number, void *value)
{
  struct comm_view *view;
  struct keyval *keyval = NULL;
  int error = find_both(comm, number, &view, &keyval);
  if (error) return error;
  return attributes_set(&view->attributes, keyval, (uintptr_t)view->handle,
                        value);
}

int api_Comm_delete_attr(MPI_Comm comm, int number)
{
  struct comm_view *view;
  struct keyval *keyval = NULL;
  int error = find_both(comm, number, &view, &keyval);
  if (error) return error;
  return attributes_delete(view->attributes, keyval, (uintptr_t)view->handle);
}

int api_Comm_get_attr(MPI_Comm comm, int number, void *value, int *flag)
{
  const int *ours = predefined(number);
  struct comm_view *view;
  struct keyval *keyval;
  int error = comm_of(comm, &view);
  if (error) return error;
  if (ours) {
    *(const void **)value = ours;
    *flag = 1;
    return 0;
  }
  error = keyval_of(&self->handles, ATTRIBUTE_COMM, number, &keyval);
  if (!error) *flag = attributes_get(view->attributes, keyval, value);
  return error;
}

/* --- the names of MPI-1 --- */

int api_Keyval_create(MPI_Copy_function *copy_fn,
                      MPI_Delete_function *delete_fn, int *keyval,
                      void *extra_state)
{
  return api_Comm_create_keyval(copy_fn, delete_fn, keyval, extra_state);
}

int api_Keyval_free(int *keyval)
{
  return api_Comm_free_keyval(keyval);
}

int api_Attr_put(MPI_Comm comm, int keyval, void *value)
{
  return api_Comm_set_attr(comm, keyval, value);
}

int api_Attr_get(MPI_Comm comm, int keyval, void *value, int *flag)
{
  return api_Comm_get_attr(comm, keyval, value, flag);
}

int api_Attr_delete(MPI_Comm comm, int keyval)
{
  return api_Comm_delete_attr(comm, keyval);
}
