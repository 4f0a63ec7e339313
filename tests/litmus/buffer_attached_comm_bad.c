/* The buffer of a communicator, and of a session, is used before it is detached.
 *
 * build: --check
 * run: options="--check" exit=121
 * report: oriel: conflict in `buffer` of main() of rank 0, 1 byte
 * report:   MPI_Comm_attach_buffer by rank 0 at buffer_attached_comm_bad.c:22, not yet complete
 * report:   store                  by rank 0 at buffer_attached_comm_bad.c:23, main()
 * report:   Nothing orders them. MPI_Comm_detach_buffer at buffer_attached_comm_bad.c:24 comes too late; move the store after it. [MPI-4.1 3.6]
 * report: oriel: conflict in `buffer` of main() of rank 0, 1 byte
 * report:   MPI_Session_attach_buffer by rank 0 at buffer_attached_comm_bad.c:26, not yet complete
 * report:   store                     by rank 0 at buffer_attached_comm_bad.c:27, main()
 * report:   Nothing orders them. MPI_Session_detach_buffer at buffer_attached_comm_bad.c:28 comes too late; move the store after it. [MPI-4.1 3.6]
 */
#include <mpi.h>

int main(void)
{
  char buffer[1000], *back;
  int size;
  MPI_Session session;
  MPI_Init(0, 0);
  MPI_Comm_attach_buffer(MPI_COMM_SELF, buffer, 1000);
  buffer[0] = 1;
  MPI_Comm_detach_buffer(MPI_COMM_SELF, &back, &size);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Session_attach_buffer(session, buffer, 1000);
  buffer[0] = 2;
  MPI_Session_detach_buffer(session, &back, &size);
  MPI_Session_finalize(&session);
  MPI_Finalize();
}
