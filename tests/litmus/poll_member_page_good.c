/* The same of a pair that two pages share.
 *
 * build: --check
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>
#include <stdint.h>
#include <string.h>

enum { PAGE = 4096 };

int main(int argc, char **argv)
{
  char *memory;
  int rank, border, pair[2] = {1, 1}, data = 42, found = 42;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(3 * PAGE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memset(memory, 0, 3 * PAGE);
  border = 2 * PAGE - (int)((uintptr_t)memory % PAGE);
  MPI_Bcast(&border, 1, MPI_INT, 1, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Accumulate(pair, 1, MPI_2INT, 1, border - 4, 1, MPI_2INT, MPI_REPLACE,
                   win);
  } else {
    volatile int *second = (int *)(memory + border);
    do
      MPI_Win_sync(win);
    while (!*second);
    MPI_Win_sync(win);
    found = *(int *)memory;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return found != 42;
}
