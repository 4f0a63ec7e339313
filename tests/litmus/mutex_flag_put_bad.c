/* The flag is raised by a Put, which is not atomic.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4) (2 times)
 * report:   MPI_Fetch_and_op by rank 1 at mutex_flag_put_bad.c:29 (epoch: lock_all, opened at mutex_flag_put_bad.c:23), complete only for those who know of it
 * report:   MPI_Put          by rank 0 at mutex_flag_put_bad.c:25 (epoch: lock_all, opened at mutex_flag_put_bad.c:23)
 * report:   Nothing orders them. MPI_Win_flush at mutex_flag_put_bad.c:30 completes the MPI_Fetch_and_op, but nothing lets rank 0 know before its MPI_Put. If it may find either value, update by MPI_Accumulate with MPI_REPLACE. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int one = 1, flag = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 4; i++)
    memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  } else {
    while (!flag) {
      MPI_Fetch_and_op(NULL, &flag, MPI_INT, 1, 0, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
