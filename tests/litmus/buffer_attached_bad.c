/* The buffer of buffered sends is freed and detached in the wrong order.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in memory allocated at buffer_attached_bad.c:16 of rank 0, 2000 bytes (2 times)
 * report:   MPI_Buffer_attach by rank 0 at buffer_attached_bad.c:19, not yet complete
 * report:   free              by rank 0 at buffer_attached_bad.c:21, main()
 * report:   Nothing orders them. MPI_Buffer_detach at buffer_attached_bad.c:23 comes too late; move the free after it. [MPI-4.1 3.6]
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
  free(buffer);
  MPI_Recv(values, 10, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&buffer, &size);
  MPI_Finalize();
}
