/* The buffer of buffered sends is freed when it is detached, and another one when
 * MPI is finalized.
 *
 * build: --check
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int rank, size, values[10] = {0};
  char *buffer = malloc(2000);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Buffer_attach(buffer, 2000);
  MPI_Bsend(values, 10, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Recv(values, 10, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&buffer, &size);
  free(buffer);
  buffer = malloc(3000);
  MPI_Buffer_attach(buffer, 3000);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  free(buffer);
}
