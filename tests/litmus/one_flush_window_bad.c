/* A flush of one window completes nothing of another, though they share
 * memory.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of one_flush_window_bad.c:21 of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at one_flush_window_bad.c:26 (epoch: lock_all, opened at one_flush_window_bad.c:23), not yet complete
 * report:   MPI_Put     by rank 0 at one_flush_window_bad.c:28 (epoch: lock_all, opened at one_flush_window_bad.c:24)
 * report:   Nothing orders them. MPI_Win_unlock_all at one_flush_window_bad.c:31 comes too late; move the later MPI_Put after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Win other;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_create(memory, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_lock_all(0, win);
  MPI_Win_lock_all(0, other);
  if (rank == 0) {
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, other);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
  }
  MPI_Win_unlock_all(other);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
