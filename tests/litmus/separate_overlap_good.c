/* A put by one window, and a get by another that overlaps it: the target has
 * brought the update to its own copy, and then to the other window's.
 *
 * run: np=2 options="--check --memory-model=separate"
 * build: --check
 */
#include <mpi.h>

static int memory[2], got;

int main(int argc, char **argv)
{
  int rank, one = 1;
  MPI_Win first, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &first);
  MPI_Win_create(memory, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_lock_all(0, first);
  MPI_Win_lock_all(0, other);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, first);
    MPI_Win_flush(1, first);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(first);
  MPI_Win_sync(other);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    MPI_Win_flush(1, other);
  }
  MPI_Win_unlock_all(other);
  MPI_Win_unlock_all(first);
  MPI_Win_free(&other);
  MPI_Win_free(&first);
  MPI_Finalize();
}
