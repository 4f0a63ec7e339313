/* A load from the result of an Rget_accumulate after its wait.
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
  MPI_Datatype t = MPI_INT;
  MPI_Op op = MPI_SUM;
  int x = 1, y;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rget_accumulate(&x, 1, t, &y, 1, t, 1, 0, 1, t, op, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    seen = y;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
