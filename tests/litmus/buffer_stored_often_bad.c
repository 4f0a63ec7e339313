/* The buffer of operations that are under way is stored to for each further
 * one: tens of thousands of times, of which one report tells in no time.
 *
 * build: --check
 * run: np=64 options="--check" exit=121 limit=15
 * report: oriel: conflict in `i` of main() of rank 0, 8 bytes (60000 times)
 * report:   MPI_Put     by rank 0 at buffer_stored_often_bad.c:27 (epoch: fence, opened at buffer_stored_often_bad.c:25), not yet complete
 * report:   store       by rank 0 at buffer_stored_often_bad.c:26, main()
 * report:   Nothing orders them. MPI_Win_fence at buffer_stored_often_bad.c:28 comes too late; move the store after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

enum { TIMES = 60000 };

int main(int argc, char **argv)
{
  int rank, size;
  long *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(TIMES * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  for (long i = 0; rank == 0 && i < TIMES; i++)
    MPI_Put(&i, 1, MPI_LONG, (int)(i % size), i, 1, MPI_LONG, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
