/* A word is loaded, and later polled; it is updated after the first load.
 *
 * build: --check
 * run: np=3 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, early = 0, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Recv(&early, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
  } else if (rank == 1) {
    volatile int *flag = memory;
    early = *flag;
    MPI_Send(&early, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    do
      MPI_Win_sync(win);
    while (!*flag);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
