/* Who polls memory that MPI_Win_shared_query told of, by loads that nobody
 * sees, may have seen each update there, and what came before it.
 *
 * run: np=3 options="--check=strict --ppn 3"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, *first, rank, unit, one = 1, data = 42, got = 42;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = 0;
  MPI_Win_shared_query(win, 0, &size, &unit, &first);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 2) {
    MPI_Put(&data, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  } else if (rank == 1) {
    do
      MPI_Win_sync(win);
    while (!*(volatile int *)first);
    MPI_Win_sync(win);
    MPI_Sendrecv(&memory[1], 1, MPI_INT, 1, 0, &got, 1, MPI_INT, 1, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return got != 42;
}
