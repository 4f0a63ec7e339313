/* A rank stores to what it has got from itself.
 *
 * run: np=1 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock(rank, win);
  memory[0] = 1;
  MPI_Win_free(&win);
  MPI_Finalize();
}
