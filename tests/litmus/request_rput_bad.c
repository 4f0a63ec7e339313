/* A store to the buffer of an Rput before its wait.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes
 * report:   MPI_Rput    by rank 0 at request_rput_bad.c:23 (epoch: lock_all, opened at request_rput_bad.c:21), not yet complete
 * report:   store       by rank 0 at request_rput_bad.c:24, main()
 * report:   Nothing orders them. MPI_Wait at request_rput_bad.c:25 comes too late; move the store after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rput(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
    x = 2;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
