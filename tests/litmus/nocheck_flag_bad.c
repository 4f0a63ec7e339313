/* A flag tells that the work is done, and not that the window is unlocked.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: broken assertion MPI_MODE_NOCHECK on the window of nocheck_flag_bad.c:18 of rank 1
 * report:   MPI_Win_lock by rank 0 at nocheck_flag_bad.c:24 (exclusive, MPI_MODE_NOCHECK)
 * report:   MPI_Win_lock by rank 2 at nocheck_flag_bad.c:35 (exclusive, MPI_MODE_NOCHECK)
 * report:   It says that nobody has a lock that conflicts, or asks for one, before the unlock. Let rank 2 know that rank 0 has unlocked, before it locks; or leave the assertion out. [MPI-4.1 12.5.5]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, *flag, rank, x = 1, seen = 0;
  MPI_Win win, flags;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &flags);
  *flag = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, flags);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, MPI_MODE_NOCHECK, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Accumulate(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, flags);
    MPI_Win_unlock(1, win);
  }
  if (rank == 2) {
    while (!seen) {
      MPI_Fetch_and_op(NULL, &seen, MPI_INT, 1, 0, MPI_NO_OP, flags);
      MPI_Win_flush(1, flags);
    }
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, MPI_MODE_NOCHECK, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_unlock_all(flags);
  MPI_Win_free(&flags);
  MPI_Win_free(&win);
  MPI_Finalize();
}
