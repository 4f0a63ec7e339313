/* A barrier orders store and load of shared memory, but without MPI_Win_sync
 * that is not portable.
 *
 * run: np=2 options="--check=strict --ppn 2" exit=121
 * build: --check
 * report: oriel: portability in the window of rank 0, bytes [0, 4)
 * report:   store       by rank 0 at poll_shared_barrier_bad.c:26, main()
 * report:   load        by rank 1 at poll_shared_barrier_bad.c:28, main()
 * report:   They are ordered, but the copies of the memory are not made alike between them. Call MPI_Win_sync after the store and before the later access. [MPI-4.1 12.4]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Aint size;
  int unit, *base;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &base);
  MPI_Win_lock_all(0, win);
  if (rank == 0) base[0] = 5;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) seen = base[0];
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
