/* One of two windows over the same memory is freed while a Put to the other is
 * under way.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of create_free_bad.c:22 of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at create_free_bad.c:25 (epoch: lock_all, opened at create_free_bad.c:24), not yet complete
 * report:   load        by rank 1 at create_free_bad.c:27, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at create_free_bad.c:28 comes too late. Let rank 1 know of it, or of a flush, before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int rank, x = 1;
  static int array[4];
  MPI_Win win, other;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(array, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create(array, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_free(&other);
  if (rank == 1) seen = array[0];
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
