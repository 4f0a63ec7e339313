/* A swap that fails hands over nothing: who finds the old value knows nothing
 * of the Put before it.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [4, 8)
 * report:   MPI_Put     by rank 0 at mutex_failed_swap_bad.c:28 (epoch: lock_all, opened at mutex_failed_swap_bad.c:26), complete only for those who know of it
 * report:   load        by rank 1 at mutex_failed_swap_bad.c:36, main()
 * report:   Nothing orders them. MPI_Win_flush at mutex_failed_swap_bad.c:29 completes the MPI_Put, but nothing lets rank 1 know before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <unistd.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int one = 1, other = 5, old, flag = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Compare_and_swap(&one, &other, &old, MPI_INT, 1, 0, win);
    MPI_Win_flush(1, win);
  } else {
    sleep(1);
    MPI_Fetch_and_op(NULL, &flag, MPI_INT, 1, 0, MPI_NO_OP, win);
    MPI_Win_flush(1, win);
    seen = memory[1] + flag;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
