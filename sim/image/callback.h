/* The program's own functions, called by MPI: the only place that does so.
 *
 * All run on the stack of self, inside one of its MPI calls or, if they are
 * error handlers, behind it, and may call MPI where MPI allows it. Code on the
 * engine's stack comes here by way of rank_run_callback. errno is the program's
 * before and after. */
#ifndef ORIEL_CALLBACK_H
#define ORIEL_CALLBACK_H

#include <mpi.h>

struct attribute_calls;
struct datatype;
struct op;

/* Error handlers, which may leave by longjmp() or an exception: the call whose
 * error they meet is over. They return the code as the handler has left it. */
int callback_comm_error(MPI_Comm_errhandler_function *, MPI_Comm, int error);
int callback_window_error(MPI_Win_errhandler_function *, MPI_Win, int error);
int callback_file_error(MPI_File_errhandler_function *, MPI_File, int error);
int callback_session_error(MPI_Session_errhandler_function *, MPI_Session,
                           int error);

/* inout[i] = in[i] op inout[i] for a user-defined op; the buffers are those of
 * an MPI call (origins of `count` elements), `handle` is what self knows the
 * type by. */
void callback_op(const struct op *, void *in, void *inout, MPI_Count count,
                 const struct datatype *, MPI_Datatype handle);

/* Functions of generalised requests. [MPI-4.1 13.2] */
int callback_request_query(MPI_Grequest_query_function *, void *state,
                           MPI_Status *);
int callback_request_free(MPI_Grequest_free_function *, void *state);
int callback_request_cancel(MPI_Grequest_cancel_function *, void *state,
                            int complete);

/* Copy and delete functions of attributes. */
extern const struct attribute_calls callback_attributes;

#endif
