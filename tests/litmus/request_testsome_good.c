/* The Rget that MPI_Testsome named is complete.
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
  int a[2], n = 0, which[2];
  MPI_Request r[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rget(&a[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win, &r[0]);
    MPI_Rget(&a[1], 1, MPI_INT, 1, 1, 1, MPI_INT, win, &r[1]);
    while (!n)
      MPI_Testsome(2, r, &n, which, MPI_STATUSES_IGNORE);
    if (n == 1) seen = a[which[0]];
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
