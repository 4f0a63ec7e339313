/* A store to one of the buffers of two Rputs, only one of which has ended.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes
 * report:   MPI_Rput    by rank 0 at request_waitall_bad.c:23 (epoch: lock_all, opened at request_waitall_bad.c:21), not yet complete
 * report:   store       by rank 0 at request_waitall_bad.c:26, main()
 * report:   Nothing orders them. MPI_Waitall at request_waitall_bad.c:27 comes too late; move the store after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x[2] = {1, 2};
  MPI_Request r[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rput(&x[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win, &r[0]);
    MPI_Rput(&x[1], 1, MPI_INT, 1, 1, 1, MPI_INT, win, &r[1]);
    MPI_Waitall(1, &r[1], MPI_STATUSES_IGNORE);
    x[0] = 5;
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
