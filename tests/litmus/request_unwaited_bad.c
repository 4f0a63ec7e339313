/* Only one of two requests is waited for.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `got` of main() of rank 0, 4 bytes (2 times)
 * report:   MPI_Rget    by rank 0 at request_unwaited_bad.c:25 (epoch: lock_all, opened at request_unwaited_bad.c:23), not yet complete
 * report:   load        by rank 0 at request_unwaited_bad.c:27, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at request_unwaited_bad.c:28 comes too late; move the load after it, or wait for the request first. [MPI-4.1 12.7]
 * report: oriel: pending: 2 requests made by MPI_Rget at request_unwaited_bad.c:25 are never completed by ranks 0-1 [MPI-4.1 11.2.2]
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
  MPI_Waitall(1, requests, MPI_STATUSES_IGNORE);
  if (got == 7) abort();
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
