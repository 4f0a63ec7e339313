/* Which handler an error meets, and what the predefined handlers do.
 *
 * The file's, session's or window's if the call concerns one, else the
 * communicator's, else that of MPI_COMM_SELF; before MPI_Init and after
 * MPI_Finalize such errors are fatal. The tool interface knows no handlers: its
 * calls just return. [MPI-4.1 9.3, 11.2, 15.3] */
#include "raise.h"
#include "call.h"
#include "../image/callback.h"
#include "file.h"
#include "session.h"

#include "../../model/error/errhandler.h"
#include "../../model/observer.h"
#include "../../model/window/window.h"
#include "../exit.h"
#include "../rank/streams.h"
#include "../where/where.h"

#include <stdio.h>
#include <string.h>

unsigned long errors_returned;

static __attribute__((noreturn)) void end_by(const char *sentence,
                                             int exit_code)
{
  const struct call *call = self->call;
  streams_say("oriel: %s at %s: %s%s\n", strand_label(self),
              where_call(call->site), call->function->name, sentence);
  run_end(exit_code);
}

void raise_end(const char *text, int exit_code)
{
  /* Meeting the clock may run calls that meet faults. */
  char sentence[FAULT_SIZE];
  snprintf(sentence, sizeof sentence, "%s", text);
  rank_meet();
  end_by(sentence, exit_code);
}

static struct errhandler *handler_of(const struct call *call)
{
  if (call->file) return call->file->errhandler;
  if (call->session) return call->session->errhandler;
  if (call->window) return call->window->errhandler;
  if (call->comm) return call->comm->errhandler;
  return self->state == RANK_RUNNING ? self->own->errhandler
                                     : &errors_are_fatal;
}

static bool is_fatal(const struct errhandler *handler)
{
  return handler->kind == ERRHANDLER_FATAL || handler->kind == ERRHANDLER_ABORT;
}

/* The call is over before the program's function is called, and what that needs
 * is taken from it before. */
static int hand_over(const struct errhandler *handler, struct call *call,
                     int error)
{
  if (handler->kind == ERRHANDLER_COMM) {
    MPI_Comm_errhandler_function *f = handler->function.comm;
    MPI_Comm comm = call->comm ? call->comm->handle : MPI_COMM_SELF;
    call_over(call);
    return callback_comm_error(f, comm, error);
  }
  if (handler->kind == ERRHANDLER_WINDOW) {
    MPI_Win_errhandler_function *f = handler->function.window;
    MPI_Win window = call->window->handle;
    call_over(call);
    return callback_window_error(f, window, error);
  }
  if (handler->kind == ERRHANDLER_FILE) {
    MPI_File_errhandler_function *f = handler->function.file;
    MPI_File file = call->file ? call->file->handle : MPI_FILE_NULL;
    call_over(call);
    return callback_file_error(f, file, error);
  }
  MPI_Session_errhandler_function *f = handler->function.session;
  MPI_Session session = call->session->handle;
  call_over(call);
  return callback_session_error(f, session, error);
}

int raise_with(struct errhandler *handler, struct call *call, int error)
{
  if (is_fatal(handler)) raise_end(fault_text(), EXIT_MPI_ERROR);
  errors_returned++;
  if (handler->kind == ERRHANDLER_RETURN) return error;
  return hand_over(handler, call, error);
}

/* The run ends by the first fatal error, which is not always the first that is
 * found: ranks run ahead of the clock. */
int raise_error(struct call *call, int error)
{
  char sentence[FAULT_SIZE];
  if (strcmp(call->function->area, "tool") == 0) return error;
  struct errhandler *handler = handler_of(call);
  bool fatal = is_fatal(handler);
  snprintf(sentence, sizeof sentence, "%s", fault_text());
  if (fatal) rank_meet();
  OBSERVE(error, .strand = observed_strand(self->strand), .class = error,
          .sentence = sentence, .call = call->function->name,
          .site = call->site, .fatal = fatal, .date = self->time);
  if (fatal) end_by(sentence, EXIT_MPI_ERROR);
  return raise_with(handler, call, error);
}
