/* A load from the buffer of an Rget whose test failed.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes
 * report:   MPI_Rget    by rank 0 at request_test_bad.c:25 (epoch: lock_all, opened at request_test_bad.c:23), not yet complete
 * report:   load        by rank 0 at request_test_bad.c:27, main()
 * report:   Nothing orders them. MPI_Test at request_test_bad.c:29 comes too late; move the load after it. [MPI-4.1 12.7]
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
    seen = x;
    while (!done)
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
