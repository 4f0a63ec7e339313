/* The owner locks before it loads what was put; for a get through another
 * window of the same memory it locks the one, then unlocks the other.
 *
 * run: np=2 options="--check --memory-model=separate"
 * build: --check
 */
#include <mpi.h>

static int memory, seen;

int main(int argc, char **argv)
{
  int rank, one = 1;
  MPI_Win first, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &first);
  MPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_lock_all(0, other);
  if (rank == 0) {
    MPI_Win_lock_all(0, first);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, first);
    MPI_Win_flush(1, first);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Win_lock_all(0, first);
    seen = memory;
    MPI_Win_unlock_all(other);
    MPI_Win_lock_all(0, other);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Get(&seen, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
  MPI_Win_unlock_all(other);
  MPI_Win_unlock_all(first);
  MPI_Win_free(&other);
  MPI_Win_free(&first);
  MPI_Finalize();
  return rank == 1 && seen != 1;
}
