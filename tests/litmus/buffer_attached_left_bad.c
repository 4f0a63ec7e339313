/* A communicator with a buffer attached is never freed: that is a leak, and the
 * buffer is the program's again behind MPI_Finalize.
 *
 * build: --check
 * run: options="--check"
 * report: oriel: leak: 1 communicator made by MPI_Comm_dup at buffer_attached_left_bad.c:16 is never freed by rank 0 [MPI-4.1 11.2.2]
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  char *buffer = malloc(1000);
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  MPI_Comm_attach_buffer(comm, buffer, 1000);
  MPI_Finalize();
  buffer[0] = 1;
  free(buffer);
}
