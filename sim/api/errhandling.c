/* The calls of error handlers, classes, codes and strings. [MPI-4.1 9.3-9.5]
 *
 * A program that asks twice for an object's handler gets the same handle,
 * which it frees twice: errhandler.held counts. */
#include "errhandling.h"
#include "call.h"
#include "raise.h"

#include "../../model/window/window.h"
#include "../rank/handles.h"

#include <api.h>
#include <stdio.h>
#include <string.h>

/* --- handles --- */

/* NULL: it is none, of which no_errhandler() tells. */
static struct errhandler *errhandler_find(MPI_Errhandler handle)
{
  struct errhandler *e = errhandler_predefined(handle);
  if (e) return e;
  return handle_find(&self->handles, HANDLE_ERRHANDLER, (uintptr_t)handle);
}

static int no_errhandler(MPI_Errhandler handle)
{
  return check_no_object(HANDLE_ERRHANDLER, (uintptr_t)handle, NULL);
}

int errhandler_give(struct errhandler *e, MPI_Errhandler *handle)
{
  if (e->kind > ERRHANDLER_RETURN && e->held++ == 0) {
    uintptr_t h = rank_handle_new(HANDLE_ERRHANDLER, e);
    int error = check_handle(h);
    if (error) {
      e->held = 0;
      return error;
    }
    e->handle = (MPI_Errhandler)h;
    errhandler_ref(e);
  }
  *handle = e->handle;
  return 0;
}

int api_Errhandler_free(MPI_Errhandler *handle)
{
  struct errhandler *e = errhandler_find(*handle);
  if (!e) return no_errhandler(*handle);
  if (e->kind > ERRHANDLER_RETURN && --e->held == 0) {
    rank_handle_free(self, HANDLE_ERRHANDLER, (uintptr_t)e->handle);
    e->handle = MPI_ERRHANDLER_NULL;
    errhandler_unref(e);
  }
  *handle = MPI_ERRHANDLER_NULL;
  return 0;
}

/* Hand a new handler over to the program. Its function is a pointer whatever
 * the kind. */
static int errhandler_made(struct errhandler *e, MPI_Errhandler *handle)
{
  int error = e->function.comm ? errhandler_give(e, handle)
                               : fault(MPI_ERR_ARG, ": the function is a null "
                                                    "pointer [MPI-4.1 9.3]");
  errhandler_unref(e);
  return error;
}

int errhandler_of(MPI_Errhandler handle, enum errhandler_kind kind,
                  struct errhandler **found)
{
  *found = errhandler_find(handle);
  if (!*found) return no_errhandler(handle);
  if ((*found)->kind > ERRHANDLER_RETURN && (*found)->kind != kind)
    return fault(MPI_ERR_ERRHANDLER, ": the error handler was made for "
                                     "objects of another kind [MPI-4.1 9.3]");
  return 0;
}

int errhandler_replace(struct errhandler **slot, MPI_Errhandler handle,
                       enum errhandler_kind kind)
{
  struct errhandler *e;
  int error = errhandler_of(handle, kind, &e);
  if (error) return error;
  errhandler_ref(e);
  errhandler_unref(*slot);
  *slot = e;
  return 0;
}

/* --- communicators --- */

int api_Comm_create_errhandler(MPI_Comm_errhandler_function *function,
                               MPI_Errhandler *handle)
{
  struct errhandler *e = errhandler_new(ERRHANDLER_COMM);
  e->function.comm = function;
  return errhandler_made(e, handle);
}

int api_Comm_set_errhandler(MPI_Comm handle, MPI_Errhandler errhandler)
{
  struct comm_view *comm;
  int error = comm_of(handle, &comm);
  if (error) return error;
  return errhandler_replace(&comm->errhandler, errhandler, ERRHANDLER_COMM);
}

int api_Comm_get_errhandler(MPI_Comm handle, MPI_Errhandler *errhandler)
{
  struct comm_view *comm;
  int error = comm_of(handle, &comm);
  return error ? error : errhandler_give(comm->errhandler, errhandler);
}

int errhandler_call(struct errhandler *e, int code)
{
  const char *text = error_text_of(&self->errors, code);
  fault_say(" with code %d: %s", code, text ? text : "unknown code");
  raise_with(e, self->call, code);
  return 0;
}

int api_Comm_call_errhandler(MPI_Comm handle, int code)
{
  struct comm_view *comm;
  int error = comm_of(handle, &comm);
  return error ? error : errhandler_call(comm->errhandler, code);
}

/* --- windows --- */

int api_Win_create_errhandler(MPI_Win_errhandler_function *function,
                              MPI_Errhandler *handle)
{
  struct errhandler *e = errhandler_new(ERRHANDLER_WINDOW);
  e->function.window = function;
  return errhandler_made(e, handle);
}

int api_Win_set_errhandler(MPI_Win handle, MPI_Errhandler errhandler)
{
  struct window_view *window;
  int error = window_of(handle, &window);
  if (error) return error;
  return errhandler_replace(&window->errhandler, errhandler, ERRHANDLER_WINDOW);
}

int api_Win_get_errhandler(MPI_Win handle, MPI_Errhandler *errhandler)
{
  struct window_view *window;
  int error = window_of(handle, &window);
  return error ? error : errhandler_give(window->errhandler, errhandler);
}

int api_Win_call_errhandler(MPI_Win handle, int code)
{
  struct window_view *window;
  int error = window_of(handle, &window);
  return error ? error : errhandler_call(window->errhandler, code);
}

/* --- files and sessions: what needs neither --- */

int api_File_create_errhandler(MPI_File_errhandler_function *function,
                               MPI_Errhandler *handle)
{
  struct errhandler *e = errhandler_new(ERRHANDLER_FILE);
  e->function.file = function;
  return errhandler_made(e, handle);
}

int api_Session_create_errhandler(MPI_Session_errhandler_function *function,
                                  MPI_Errhandler *handle)
{
  struct errhandler *e = errhandler_new(ERRHANDLER_SESSION);
  e->function.session = function;
  return errhandler_made(e, handle);
}

/* --- classes, codes and strings --- */

int api_Error_class(int code, int *error_class)
{
  int found = error_class_of(&self->errors, code);
  if (found < 0)
    return fault(MPI_ERR_ARG, ": %d is not an error code [MPI-4.1 9.4]", code);
  *error_class = found;
  return 0;
}

int api_Error_string(int code, char *string, int *length)
{
  const char *text = error_text_of(&self->errors, code);
  const char *name = error_class_name(code);
  if (!text)
    return fault(MPI_ERR_ARG, ": %d is not an error code [MPI-4.1 9.4]", code);
  *length = snprintf(string, MPI_MAX_ERROR_STRING, "%s%s%s", name ? name : "",
                     name ? ": " : "", text);
  return 0;
}

int api_Add_error_class(int *error_class)
{
  return user_error_add_class(&self->errors, error_class);
}

int api_Add_error_code(int error_class, int *code)
{
  return user_error_add_code(&self->errors, error_class, code);
}

int api_Add_error_string(int code, const char *string)
{
  if (!string)
    return fault(MPI_ERR_ARG, ": string is a null pointer [MPI-4.1 9.5]");
  return user_error_set_text(&self->errors, code, string);
}

int api_Remove_error_class(int error_class)
{
  return user_error_remove_class(&self->errors, error_class);
}

int api_Remove_error_code(int code)
{
  return user_error_remove_code(&self->errors, code);
}

int api_Remove_error_string(int code)
{
  return user_error_remove_text(&self->errors, code);
}
