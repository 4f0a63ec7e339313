/* The owner loads before the barrier that follows unlock_all.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   load        by rank 1 at lock_all_unlock_barrier_bad.c:25, main()
 * report:   MPI_Put     by rank 0 at lock_all_unlock_barrier_bad.c:23 (epoch: lock_all, opened at lock_all_unlock_barrier_bad.c:22)
 * report:   Nothing orders them. Let a barrier or message come between the load and the MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  if (rank == 1) seen = memory[0];
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
}
