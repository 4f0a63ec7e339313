/* The local variable lives until the Put is complete.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

static MPI_Win win;

__attribute__((noinline)) static void put(int value)
{
  volatile int local = value;
  if (value == 0) MPI_Put((int *)&local, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
}

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  put(rank);
  MPI_Win_free(&win);
  MPI_Finalize();
}
