/* MPI_Win_lock_all with MPI_MODE_NOCHECK after an exclusive lock of a target, of
 * which its rank does not know that it is given back.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: broken assertion MPI_MODE_NOCHECK on the window of rank 0
 * report:   MPI_Win_lock     by rank 1 at nocheck_all_after_bad.c:21 (exclusive)
 * report:   MPI_Win_lock_all by rank 2 at nocheck_all_after_bad.c:27 (shared, MPI_MODE_NOCHECK)
 * report:   It says that nobody has a lock that conflicts, or asks for one, before the unlock. Let rank 2 know that rank 1 has unlocked, before it locks; or leave the assertion out. [MPI-4.1 12.5.5]
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int *memory, rank, x = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  if (rank == 2) {
    oriel_compute(1);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    MPI_Put(&x, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
