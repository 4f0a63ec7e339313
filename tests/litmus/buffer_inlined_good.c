/* The same with a lock within the function.
 *
 * build: --check
 * run: np=2 options="--check"
 */
#include <mpi.h>

static MPI_Win win;

static inline void put_row(int value)
{
  int row[4];
  for (int i = 0; i < 4; i++)
    row[i] = value;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
  MPI_Put(row, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  MPI_Win_unlock(1, win);
}

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) put_row(5);
  MPI_Win_free(&win);
  MPI_Finalize();
}
