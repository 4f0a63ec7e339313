/* Calls into the program, each with the types that MPI gives the function. */
#include "callback.h"

#include "image.h"

#include "../rank/own.h"

#include "../../model/attribute/attribute.h"
#include "../../model/datatype/datatype.h"
#include "../../model/observer.h"
#include "../../model/op/op.h"

#include <errno.h>
#include <limits.h>

/* The program's code runs in between: what it has of its own is in place. */
struct visit {
  int saved_errno;
  bool aside;
};

static struct visit visit_begin(void)
{
  return (struct visit){errno, own_set_aside(false)};
}

static void visit_end(struct visit visit)
{
  own_set_aside(visit.aside);
  errno = visit.saved_errno;
}

int callback_comm_error(MPI_Comm_errhandler_function *handle, MPI_Comm comm,
                        int error)
{
  struct visit visit = visit_begin();
  handle(&comm, &error);
  visit_end(visit);
  return error;
}

int callback_window_error(MPI_Win_errhandler_function *handle, MPI_Win window,
                          int error)
{
  struct visit visit = visit_begin();
  handle(&window, &error);
  visit_end(visit);
  return error;
}

int callback_file_error(MPI_File_errhandler_function *handle, MPI_File file,
                        int error)
{
  struct visit visit = visit_begin();
  handle(&file, &error);
  visit_end(visit);
  return error;
}

int callback_session_error(MPI_Session_errhandler_function *handle,
                           MPI_Session session, int error)
{
  struct visit visit = visit_begin();
  handle(&session, &error);
  visit_end(visit);
  return error;
}

/* A function that counts with int gets at most INT_MAX elements a time. */
static void call_in_parts(const struct op *op, char *in, char *inout,
                          MPI_Count count, MPI_Count extent,
                          MPI_Datatype handle)
{
  while (count > 0) {
    int part = count < INT_MAX ? (int)count : INT_MAX;
    int length = part; /* the function may write to it */
    MPI_Datatype type = handle;
    op->function(in, inout, &length, &type);
    in += part * extent;
    inout += part * extent;
    count -= part;
  }
}

void callback_op(const struct op *op, void *in, void *inout, MPI_Count count,
                 const struct datatype *type, MPI_Datatype handle)
{
  struct visit visit = visit_begin();
  in = image_program(in);
  inout = image_program(inout);
  observers_operator_runs = true;
  if (op->large)
    op->function_c(in, inout, &count, &handle);
  else
    call_in_parts(op, in, inout, count, type->extent, handle);
  observers_operator_runs = false;
  visit_end(visit);
}

/* --- attributes --- */

static int call_copy(const struct keyval *k, uintptr_t object, void *value,
                     void **copied, int *flag)
{
  switch (k->kind) {
  case ATTRIBUTE_COMM:
    return ((MPI_Comm_copy_attr_function *)k->copy_fn)(
        (MPI_Comm)object, k->number, k->extra_state, value, copied, flag);
  case ATTRIBUTE_WINDOW:
    return ((MPI_Win_copy_attr_function *)k->copy_fn)(
        (MPI_Win)object, k->number, k->extra_state, value, copied, flag);
  case ATTRIBUTE_DATATYPE:
    return ((MPI_Type_copy_attr_function *)k->copy_fn)(
        (MPI_Datatype)object, k->number, k->extra_state, value, copied, flag);
  }
  return MPI_ERR_INTERN;
}

static int call_delete(const struct keyval *k, uintptr_t object, void *value)
{
  switch (k->kind) {
  case ATTRIBUTE_COMM:
    return ((MPI_Comm_delete_attr_function *)k->delete_fn)(
        (MPI_Comm)object, k->number, value, k->extra_state);
  case ATTRIBUTE_WINDOW:
    return ((MPI_Win_delete_attr_function *)k->delete_fn)(
        (MPI_Win)object, k->number, value, k->extra_state);
  case ATTRIBUTE_DATATYPE:
    return ((MPI_Type_delete_attr_function *)k->delete_fn)(
        (MPI_Datatype)object, k->number, value, k->extra_state);
  }
  return MPI_ERR_INTERN;
}

static int callback_copy(const struct keyval *k, uintptr_t object, void *value,
                         void **copied, int *flag)
{
  struct visit visit = visit_begin();
  int error = call_copy(k, object, value, copied, flag);
  visit_end(visit);
  return error;
}

static int callback_delete(const struct keyval *k, uintptr_t object,
                           void *value)
{
  struct visit visit = visit_begin();
  int error = call_delete(k, object, value);
  visit_end(visit);
  return error;
}

const struct attribute_calls callback_attributes = {
    .copy = callback_copy,
    .delete = callback_delete,
};

int callback_request_query(MPI_Grequest_query_function *query, void *state,
                           MPI_Status *status)
{
  struct visit visit = visit_begin();
  int error = query(state, image_program(status));
  visit_end(visit);
  return error;
}

int callback_request_free(MPI_Grequest_free_function *release, void *state)
{
  struct visit visit = visit_begin();
  int error = release(state);
  visit_end(visit);
  return error;
}

int callback_request_cancel(MPI_Grequest_cancel_function *cancel, void *state,
                            int complete)
{
  struct visit visit = visit_begin();
  int error = cancel(state, complete);
  visit_end(visit);
  return error;
}
