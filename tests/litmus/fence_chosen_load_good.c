/* One of two variables is loaded, through a pointer to whichever it is; the
 * other one is put meanwhile.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

static int first[4], second[4];

static __attribute__((noinline)) int either(int k)
{
  const int *one = k ? first : second;
  return *one;
}

int main(int argc, char **argv)
{
  int rank, one = 1, k = argc > 0;
  volatile int found = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(second, sizeof second, sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  else
    found = either(k);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return found > 1;
}
