/* A communicator with a buffer attached is freed, and the buffer is the
 * program's again.
 *
 * build: --check
 * run: options="--check"
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
  MPI_Comm_free(&comm);
  buffer[0] = 1;
  free(buffer);
  MPI_Finalize();
}
