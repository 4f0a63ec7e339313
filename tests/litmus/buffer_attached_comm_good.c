/* The buffer of a communicator, and of a session, is used when it is
 * detached.
 *
 * build: --check
 * run: options="--check"
 */
#include <mpi.h>

int main(void)
{
  char buffer[1000], *back;
  int size;
  MPI_Session session;
  MPI_Init(0, 0);
  MPI_Comm_attach_buffer(MPI_COMM_SELF, buffer, 1000);
  MPI_Comm_detach_buffer(MPI_COMM_SELF, &back, &size);
  buffer[0] = 1;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Session_attach_buffer(session, buffer, 1000);
  MPI_Session_detach_buffer(session, &back, &size);
  buffer[0] = 2;
  MPI_Session_finalize(&session);
  MPI_Finalize();
}
