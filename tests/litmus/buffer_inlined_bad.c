/* The local array of a function that returns before its Put is complete, and
 * that compilers put in place of its call.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: origin buffer of MPI_Put that is gone
 * report:   MPI_Put     by rank 0 at buffer_inlined_bad.c:19 (reads the stack of a function that has returned)
 * report:   A local variable is there until its function returns. [MPI-4.1 12.3]
 */
#include <mpi.h>

static MPI_Win win;

static inline void put_row(int value)
{
  int row[4];
  for (int i = 0; i < 4; i++)
    row[i] = value;
  MPI_Put(row, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
}

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) put_row(5);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
