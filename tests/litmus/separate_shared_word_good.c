/* A rank stores to another one's shared memory, and updates other words there
 * before, and synchronises the window.
 *
 * run: np=2 options="--check --memory-model=separate --ppn 2"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, unit, one = 1, *memory;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 1, &size, &unit, &memory);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Win_sync(win);
    memory[1] = 1;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
