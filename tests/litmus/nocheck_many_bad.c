/* A lock with MPI_MODE_NOCHECK that is over, as others do not know, is not
 * forgotten for many that come later: not for such as do not know of it, nor for
 * such as meet less.
 *
 * run: np=4 options="--check" exit=121
 * run: np=4 options="--check" exit=121 args="known"
 * report: oriel: broken assertion MPI_MODE_NOCHECK on the window of rank 0
 * report:   MPI_Win_lock by rank 1 at nocheck_many_bad.c:25 (shared, MPI_MODE_NOCHECK)
 * report:   MPI_Win_lock by rank 3 at nocheck_many_bad.c:44 (exclusive)
 * report:   It says that nobody has a lock that conflicts, or asks for one, before the unlock. Let rank 3 know that rank 1 has unlocked, before it locks; or leave the assertion out. [MPI-4.1 12.5.5]
 */
#include <mpi.h>
#include <oriel.h>

enum { MANY = 20 };

int main(int argc, char **argv)
{
  int *memory, rank, x = 1, known = argc > 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOCHECK, win);
    MPI_Win_unlock(0, win);
    if (known) MPI_Send(&x, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
  }
  if (rank == 2) {
    if (known)
      MPI_Recv(&x, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
      oriel_compute(1);
    for (int i = 0; i < MANY; i++) {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, known ? 0 : MPI_MODE_NOCHECK, win);
      MPI_Win_unlock(0, win);
    }
    if (!known) MPI_Send(&x, 0, MPI_INT, 3, 0, MPI_COMM_WORLD);
  }
  if (rank == 3) {
    oriel_compute(2);
    if (!known)
      MPI_Recv(&x, 0, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
