/* What was begun after MPI_Win_flush_local_all is not completed by it, though
 * its target is the same.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes
 * report:   MPI_Put     by rank 0 at local_again_bad.c:23 (epoch: lock_all, opened at local_again_bad.c:21), not yet complete
 * report:   store       by rank 0 at local_again_bad.c:24, main()
 * report:   Nothing orders them. MPI_Win_flush_local_all at local_again_bad.c:25 comes too late; move the store after it, or flush before it, too. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 2 && rank == 0; i++) {
    MPI_Put(&x, 1, MPI_INT, 1, i, 1, MPI_INT, win);
    if (i == 1) x = 2;
    MPI_Win_flush_local_all(win);
    x = 3;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
