/* A load from the buffer of an Rget whose test succeeded.
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
  int x = 1, done;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rget(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    while (!done)
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    seen = x;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
