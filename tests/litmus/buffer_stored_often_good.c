/* Each of tens of thousands of operations that are under way has a buffer of
 * its own.
 *
 * build: --check
 * run: np=64 options="--check" limit=15
 */
#include <mpi.h>

enum { TIMES = 60000 };

int main(int argc, char **argv)
{
  int rank, size;
  static long values[TIMES];
  long *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(TIMES * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  for (long i = 0; rank == 0 && i < TIMES; i++) {
    values[i] = i;
    MPI_Put(&values[i], 1, MPI_LONG, (int)(i % size), i, 1, MPI_LONG, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
