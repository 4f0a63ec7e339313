/* A store under a lock that is not checked, and a put under one that is: to lock
 * the window for the store is no advice, it is locked.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: broken assertion MPI_MODE_NOCHECK on the window of rank 1
 * report:   MPI_Win_lock by rank 0 at nocheck_store_bad.c:25 (exclusive)
 * report:   MPI_Win_lock by rank 1 at nocheck_store_bad.c:29 (exclusive, MPI_MODE_NOCHECK)
 * report:   It says that nobody has a lock that conflicts, or asks for one, before the unlock. Let rank 1 know that rank 0 has unlocked, before it locks; or leave the assertion out. [MPI-4.1 12.5.5]
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   store       by rank 1 at nocheck_store_bad.c:30, main()
 * report:   MPI_Put     by rank 0 at nocheck_store_bad.c:26 (epoch: lock, opened at nocheck_store_bad.c:25)
 * report:   Nothing orders them. Let a barrier or message come between the store and the MPI_Put, or lock the window at rank 1 for the store, too, without MPI_MODE_NOCHECK. [MPI-4.1 12.7]
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, x = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  } else {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, MPI_MODE_NOCHECK, win);
    memory[0] = 5;
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
