/* The colors and keys of all decide what MPI_Comm_split gives.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Comm copy;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &copy);
  if (rank == 1) seen = memory[0];
  MPI_Win_unlock_all(win);
  MPI_Comm_free(&copy);
  MPI_Win_free(&win);
  MPI_Finalize();
}
