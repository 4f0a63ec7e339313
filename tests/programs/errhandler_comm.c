/* Error handlers of communicators: the program's function gets the handle and
 * the code, MPI_ERRORS_RETURN returns it, and a handler that was freed serves
 * on where it is set. [MPI-4.1 9.3]
 *
 * run: np=2
 * stdout: ok
 */
#include "check.h"

#include <stdarg.h>

static int calls, last_class, forgive;
static MPI_Comm last_comm;

static void handle(MPI_Comm *comm, int *code, ...)
{
  calls++;
  last_comm = *comm;
  MPI_Error_class(*code, &last_class);
  if (forgive) *code = MPI_SUCCESS; /* what the call is to return [9.3.1] */
}

int main(int argc, char **argv)
{
  MPI_Errhandler handler, found;
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &found);
  CHECK(found == MPI_ERRORS_ARE_FATAL);
  MPI_Comm_create_errhandler(handle, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm); /* inherits it */
  MPI_Comm_get_errhandler(comm, &found);
  CHECK(found == handler);
  MPI_Errhandler_free(&found);
  CHECK(found == MPI_ERRHANDLER_NULL);
  MPI_Errhandler_free(&handler);
  CHECK(MPI_Send(NULL, 0, MPI_INT, 7, 0, comm) != MPI_SUCCESS);
  CHECK(calls == 1 && last_comm == comm && last_class == MPI_ERR_RANK);
  CHECK(MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_OTHER) == MPI_SUCCESS);
  CHECK(calls == 2 && last_comm == MPI_COMM_WORLD &&
        last_class == MPI_ERR_OTHER);
  forgive = 1;
  CHECK(MPI_Send(NULL, 0, MPI_INT, 7, 0, comm) == MPI_SUCCESS);
  CHECK(calls == 3 && last_class == MPI_ERR_RANK);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  REFUSED(MPI_ERR_RANK, MPI_Send(NULL, 0, MPI_INT, 7, 0, comm));
  CHECK(calls == 3);
  MPI_Comm_free(&comm);
  int result = report();
  MPI_Finalize();
  return result;
}
