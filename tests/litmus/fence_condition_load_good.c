/* The first part of a condition decides; the second one would load what is put.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

static int memory[16];

static __attribute__((noinline)) int any(int k)
{
  return k != 0 || memory[0];
}

int main(int argc, char **argv)
{
  int rank, one = 1, k = argc > 0;
  volatile int found = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  else
    found = any(k);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return found > 1;
}
