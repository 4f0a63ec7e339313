/* MPI_Win_lock_all with MPI_MODE_NOCHECK is a shared lock of all targets, and
 * an exclusive one of a rank comes before others have given theirs back.
 *
 * run: np=4 options="--check" exit=121
 * build: --check
 * report: oriel: broken assertion MPI_MODE_NOCHECK on the window of rank 3 (3 times)
 * report:   MPI_Win_lock_all by rank 0 at nocheck_all_bad.c:20 (shared, MPI_MODE_NOCHECK)
 * report:   MPI_Win_lock     by rank 2 at nocheck_all_bad.c:24 (exclusive)
 * report:   It says that nobody has a lock that conflicts, or asks for one, before the unlock. Let rank 2 know that rank 0 has unlocked, before it locks; or leave the assertion out. [MPI-4.1 12.5.5]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, x = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Put(&x, 1, MPI_INT, 3, rank, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  if (rank == 2) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 3, 0, win);
    MPI_Put(&x, 1, MPI_INT, 3, rank, 1, MPI_INT, win);
    MPI_Win_unlock(3, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
