/* The flag's window is flushed, not the data's.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of mutex_two_windows_bad.c:21 of rank 2, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at mutex_two_windows_bad.c:30 (epoch: lock_all, opened at mutex_two_windows_bad.c:27), not yet complete
 * report:   load        by rank 2 at mutex_two_windows_bad.c:39, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at mutex_two_windows_bad.c:42 comes too late. Let rank 2 know of it, or of a flush, before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, y = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win other;
  int *there;
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &there, &other);
  there[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Win_lock_all(0, other);
  if (rank == 0) {
    MPI_Put(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_flush(2, other);
    MPI_Accumulate(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, other);
    MPI_Win_flush(1, other);
  } else if (rank == 2) {
    do {
      MPI_Fetch_and_op(NULL, &y, MPI_INT, 1, 0, MPI_NO_OP, other);
      MPI_Win_flush(1, other);
    } while (!y);
    seen = memory[0];
  }
  MPI_Win_unlock_all(other);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
