/* malloc_stats() prints, as other functions do.
 *
 * run: np=2 limit=10
 * stdout: rank 0
 * stdout: rank 1
 * stderr: Total (incl. mmap):
 */
#include <malloc.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  malloc_stats();
  printf("rank %d\n", rank);
  MPI_Finalize();
  return 0;
}
