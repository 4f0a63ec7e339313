/* A Put to what an Rget is reading.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Rget    by rank 0 at request_rget_put_bad.c:23 (epoch: lock_all, opened at request_rget_put_bad.c:21), not yet complete
 * report:   MPI_Put     by rank 0 at request_rget_put_bad.c:24 (epoch: lock_all, opened at request_rget_put_bad.c:21)
 * report:   Nothing orders them. MPI_Win_unlock_all at request_rget_put_bad.c:27 comes too late; move the MPI_Put into an epoch after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, y = 2;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rget(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
    MPI_Put(&y, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
