/* Each MPI_Win_flush_local_all completes what was begun since the one before,
 * to a target that had such a one already and to one that had none.
 *
 * run: np=4 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x[3] = {1, 1, 1};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 4 && rank == 0; i++) {
    for (int target = 1; target <= 1 + i % 3; target++)
      MPI_Put(&x[target - 1], 1, MPI_INT, target, i, 1, MPI_INT, win);
    if (i == 2) MPI_Win_flush(2, win);
    MPI_Win_flush_local_all(win);
    for (int k = 0; k < 3; k++)
      x[k] = 2 + i;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
