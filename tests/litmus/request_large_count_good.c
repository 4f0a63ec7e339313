/* The buffers of an operation with large counts are used after its wait.
 *
 * run: np=2 options="--check"
 * build: --check
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
  MPI_Wait(&q, MPI_STATUS_IGNORE);
  r[1] = 0;
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
