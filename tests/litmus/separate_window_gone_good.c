/* A put by a window that is gone: what it did does not concern the other one
 * over the same memory.
 *
 * run: np=2 options="--check --memory-model=separate"
 * build: --check
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
  MPI_Win_free(&goes);
  if (rank == 0) put(1, stays);
  MPI_Win_free(&stays);
  MPI_Finalize();
}
