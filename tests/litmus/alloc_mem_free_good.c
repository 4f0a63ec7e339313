/* Each memory goes back to where it came from.
 *
 * run: np=2 options="--check" exit=0
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Alloc_mem(16, MPI_INFO_NULL, &memory);
  memory[0] = 1;
  MPI_Free_mem(memory);
  free(malloc(16));
  MPI_Finalize();
}
