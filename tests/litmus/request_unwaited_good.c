/* Both requests are waited for.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int *memory, got = 0, given = 1, rank, other;
  MPI_Request requests[2];
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Rput(&given, 1, MPI_INT, other, 0, 1, MPI_INT, win, &requests[0]);
  MPI_Rget(&got, 1, MPI_INT, other, 1, 1, MPI_INT, win, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  if (got == 7) abort();
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
