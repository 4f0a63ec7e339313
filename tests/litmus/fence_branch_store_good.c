/* Both branches store to one place, which nobody accesses.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

static __attribute__((noinline)) void set(int *p, int a, int b, int which)
{
  if (which)
    *p = a;
  else
    *p = b;
}

int main(int argc, char **argv)
{
  int rank, *memory, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
  else
    set(memory, 2, 3, argc > 5);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
