/* Fifty thousand updates of the same bytes in one epoch.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

enum { TIMES = 50000 };

int main(int argc, char **argv)
{
  int *memory, rank, value = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    for (int i = 0; i < TIMES; i++)
      MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM,
                     win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
