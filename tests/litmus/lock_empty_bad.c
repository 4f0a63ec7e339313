/* An epoch without operations need not lock anything, but for its own rank.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at lock_empty_bad.c:27 (epoch: lock, opened at lock_empty_bad.c:26), complete only for those who know of it
 * report:   load        by rank 1 at lock_empty_bad.c:37, main()
 * report:   Nothing orders them. MPI_Win_unlock at lock_empty_bad.c:28 completes the MPI_Put, but nothing lets rank 1 know before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <unistd.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
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
    sleep(1);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
    MPI_Win_unlock(2, win);
    seen = memory[0];
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
