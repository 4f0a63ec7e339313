/* The target's string ends before the word that is put.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
  int rank;
  MPI_Win win;
  int x = 1;
  char *bytes;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &bytes, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 4, 1, MPI_INT, win);
  if (rank == 1) strcpy(bytes, "abc");
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
