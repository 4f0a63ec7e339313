/* Error handlers: life and reference counts. */
#include "errhandler.h"

#include "../memory.h"

#include <stddef.h>
#include <stdlib.h>

struct errhandler errors_are_fatal = {.kind = ERRHANDLER_FATAL,
                                      .handle = MPI_ERRORS_ARE_FATAL};
static struct errhandler errors_abort = {.kind = ERRHANDLER_ABORT,
                                         .handle = MPI_ERRORS_ABORT};
struct errhandler errors_return = {.kind = ERRHANDLER_RETURN,
                                   .handle = MPI_ERRORS_RETURN};

struct errhandler *errhandler_predefined(MPI_Errhandler handle)
{
  if (handle == MPI_ERRORS_ARE_FATAL) return &errors_are_fatal;
  if (handle == MPI_ERRORS_ABORT) return &errors_abort;
  if (handle == MPI_ERRORS_RETURN) return &errors_return;
  return NULL;
}

static int is_predefined(const struct errhandler *e)
{
  return e->kind <= ERRHANDLER_RETURN;
}

struct errhandler *errhandler_new(enum errhandler_kind kind)
{
  struct errhandler *e = xcalloc(1, sizeof *e);
  e->references = 1;
  e->kind = kind;
  e->handle = MPI_ERRHANDLER_NULL;
  return e;
}

struct errhandler *errhandler_ref(struct errhandler *e)
{
  if (!is_predefined(e)) e->references++;
  return e;
}

void errhandler_unref(struct errhandler *e)
{
  if (!is_predefined(e) && --e->references == 0) free(e);
}
