/* In the separate model what a get brought is in the rank's own copy of its
 * window: a flush does not make it public.
 *
 * run: np=2 options="--check --memory-model=separate" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 0, bytes [0, 4) (2 times)
 * report:   MPI_Get     by rank 0 at separate_fetched_bad.c:22
 * report:   MPI_Put     by rank 1 at separate_fetched_bad.c:28
 * report:   They are ordered, but the copies of the memory are not made alike between them. Call MPI_Win_sync after the MPI_Get. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(memory, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  if (rank == 0) MPI_Win_unlock(1, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
