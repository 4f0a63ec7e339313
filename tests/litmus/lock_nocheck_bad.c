/* Locks with MPI_MODE_NOCHECK order nothing.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: broken assertion MPI_MODE_NOCHECK on the window of rank 1
 * report:   MPI_Win_lock by rank 0 at lock_nocheck_bad.c:25 (exclusive, MPI_MODE_NOCHECK)
 * report:   MPI_Win_lock by rank 2 at lock_nocheck_bad.c:30 (exclusive, MPI_MODE_NOCHECK)
 * report:   It says that nobody has a lock that conflicts, or asks for one, before the unlock. Let rank 2 know that rank 0 has unlocked, before it locks; or leave the assertion out. [MPI-4.1 12.5.5]
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at lock_nocheck_bad.c:26 (epoch: lock, opened at lock_nocheck_bad.c:25), not yet complete
 * report:   MPI_Put     by rank 2 at lock_nocheck_bad.c:31 (epoch: lock, opened at lock_nocheck_bad.c:30)
 * report:   Nothing orders them. MPI_Win_unlock at lock_nocheck_bad.c:27 comes too late. Let rank 2 know of it, or of a flush, before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, MPI_MODE_NOCHECK, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  if (rank == 2) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, MPI_MODE_NOCHECK, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
