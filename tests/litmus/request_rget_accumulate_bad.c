/* A load from the result of an Rget_accumulate before its wait.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `y` of main() of rank 0, 4 bytes
 * report:   MPI_Rget_accumulate by rank 0 at request_rget_accumulate_bad.c:27 (epoch: lock_all, opened at request_rget_accumulate_bad.c:25), not yet complete
 * report:   load                by rank 0 at request_rget_accumulate_bad.c:28, main()
 * report:   Nothing orders them. MPI_Wait at request_rget_accumulate_bad.c:29 comes too late; move the load after it. [MPI-4.1 12.7]
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
    seen = y;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
