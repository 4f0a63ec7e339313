/* The wait for an Rput does not say that the lock is there.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at lock_rput_bad.c:28 (epoch: lock, opened at lock_rput_bad.c:27), complete only for those who know of it
 * report:   load        by rank 1 at lock_rput_bad.c:40, main()
 * report:   Nothing orders them. MPI_Win_unlock at lock_rput_bad.c:29 completes the MPI_Put, but nothing lets rank 1 know before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <oriel.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, y = 1;
  MPI_Request r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
    MPI_Put(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_unlock(2, win);
  }
  if (rank == 1) {
    oriel_compute(1);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
    MPI_Get(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Rput(&y, 1, MPI_INT, 2, 1, 1, MPI_INT, win, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    seen = memory[0];
    MPI_Win_unlock(2, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
