/* A rank prints the text that it gets when the get is complete.
 *
 * build: --check
 * stdout: 0: hello from rank 1
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
  static char name[16] = "nobody";
  char *memory;
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  snprintf(memory, 16, "rank %d", rank);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Get(name, 16, MPI_CHAR, 1, 0, 16, MPI_CHAR, win);
  MPI_Win_fence(0, win);
  if (rank == 0) printf("%d: hello from %s\n", rank, name);
  MPI_Win_free(&win);
  MPI_Finalize();
}
