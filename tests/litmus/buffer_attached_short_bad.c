/* A buffer is attached that is shorter than what is said.
 *
 * build: --check
 * run: options="--check" exit=121
 * report: oriel: buffer of MPI_Buffer_attach that is too short
 * report:   MPI_Buffer_attach by rank 0 at buffer_attached_short_bad.c:17 (writes bytes [0, 1512) of memory allocated at buffer_attached_short_bad.c:15, which has 1000)
 * report:   Give it the memory that its size names. [MPI-4.1 3.6]
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int size;
  char *buffer = malloc(1000);
  MPI_Init(&argc, &argv);
  MPI_Buffer_attach(buffer, 1000 + MPI_BSEND_OVERHEAD);
  MPI_Buffer_detach(&buffer, &size);
  MPI_Finalize();
  free(buffer);
}
