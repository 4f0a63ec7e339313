/* A loop counts on when the put has read its variable.
 *
 * run: np=2 options="--check" exit=0
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 4; i++) {
    MPI_Put(&i, 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win);
    MPI_Win_flush_local(1 - rank, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
