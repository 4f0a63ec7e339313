/* The buffers of an operation with large counts are used before its wait.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `r` of main() of rank 0, 4 bytes (2 times)
 * report:   MPI_Rget_accumulate_c by rank 0 at request_large_count_bad.c:26 (epoch: lock_all, opened at request_large_count_bad.c:25), not yet complete
 * report:   store                 by rank 0 at request_large_count_bad.c:28, main()
 * report:   Nothing orders them. MPI_Wait at request_large_count_bad.c:29 comes too late; move the store after it. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <string.h>

static int rank;

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *a, x[4] = {1, 2, 3, 4}, r[4];
  MPI_Win win;
  MPI_Request q;
  MPI_Win_allocate_c(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &a, &win);
  memset(a, 0, 16);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Rget_accumulate_c(x, 4, MPI_INT, r, 4, MPI_INT, !rank, 0, 4, MPI_INT,
                        MPI_SUM, win, &q);
  r[1] = 0;
  MPI_Wait(&q, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
