/* Which handler an error meets, and what the predefined handlers do.
 *
 * The window's if the call concerns one, else the communicator's, else that
 * of MPI_COMM_SELF; before MPI_Init and after MPI_Finalize errors are fatal.
 * [MPI-4.1 9.3, 11.2] */
#include "raise.h"
#include "call.h"
#include "callback.h"

#include "../../model/error/errhandler.h"
#include "../../model/window/window.h"
#include "../exit.h"
#include "../streams.h"
#include "../where/where.h"

#include <stdio.h>

unsigned long errors_returned;

void raise_end(const char *text, int exit_code)
{
  char sentence[2048]; /* meeting the clock may run calls that meet faults */
  struct call *call = self->call;
  snprintf(sentence, sizeof sentence, "%s", text);
  rank_meet();
  streams_say("oriel: rank %d at %s: %s%s\n", self->id, where_call(call->site),
              call->function->name, sentence);
  run_end(exit_code);
}

static struct errhandler *handler_of(const struct call *call)
{
  if (self->state != RANK_RUNNING) return &errors_are_fatal;
  if (call->window) return call->window->errhandler;
  if (call->comm) return call->comm->errhandler;
  return self->own->errhandler;
}

void raise_with(struct errhandler *handler, struct call *call, int error)
{
  const struct comm_view *comm = call->comm ? call->comm : self->own;

  switch (handler->kind) {
  case ERRHANDLER_FATAL:
  case ERRHANDLER_ABORT:
    raise_end(fault_text(), EXIT_MPI_ERROR);
  case ERRHANDLER_COMM:
    callback_comm_error(handler, comm->handle, error);
    break;
  case ERRHANDLER_WINDOW:
    callback_window_error(handler, call->window->handle, error);
    break;
  case ERRHANDLER_FILE:
  case ERRHANDLER_SESSION:
  case ERRHANDLER_RETURN:
    break;
  }
  errors_returned++;
}

void raise_error(struct call *call, int error)
{
  raise_with(handler_of(call), call, error);
}
