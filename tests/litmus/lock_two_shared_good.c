/* Two ranks put to one word, by two windows over the memory, under shared locks,
 * one after the other.
 *
 * run: np=3 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Win other;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_create(memory, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, other);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
    MPI_Win_unlock(1, other);
  }
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Finalize();
}
