/* A buffer is attached as long as is said.
 *
 * build: --check
 * run: options="--check"
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int size;
  char *buffer = malloc(1000 + MPI_BSEND_OVERHEAD);
  MPI_Init(&argc, &argv);
  MPI_Buffer_attach(buffer, 1000 + MPI_BSEND_OVERHEAD);
  MPI_Buffer_detach(&buffer, &size);
  MPI_Finalize();
  free(buffer);
}
