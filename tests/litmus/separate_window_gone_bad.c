/* A put by a window must be public in another one over the same memory before a
 * put by that, wherever they fall.
 *
 * run: np=2 options="--check --memory-model=separate" exit=121
 * build: --check
 * report: oriel: conflict in the copies of the window of separate_window_gone_bad.c:29 of rank 1
 * report:   MPI_Put     by rank 0 at separate_window_gone_bad.c:19
 * report:   MPI_Put     by rank 0 at separate_window_gone_bad.c:19
 * report:   They are ordered, but the copies of the memory are not made alike between them. Call MPI_Win_sync of the one window, then of the other. [MPI-4.1 12.7]
 */
#include <mpi.h>

static int memory[2];

static void put(int at, MPI_Win win)
{
  int one = 1;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
  MPI_Put(&one, 1, MPI_INT, 1, at, 1, MPI_INT, win);
  MPI_Win_unlock(1, win);
}

int main(int argc, char **argv)
{
  int rank;
  MPI_Win stays, goes;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &stays);
  MPI_Win_create(memory, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &goes);
  if (rank == 0) put(0, goes);
  if (rank == 0) put(1, stays);
  MPI_Win_free(&goes);
  MPI_Win_free(&stays);
  MPI_Finalize();
}
