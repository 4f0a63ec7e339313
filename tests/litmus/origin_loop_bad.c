/* One buffer in a loop of Puts without a flush.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes (2 times)
 * report:   MPI_Put     by rank 0 at origin_loop_bad.c:24 (epoch: lock_all, opened at origin_loop_bad.c:20), not yet complete
 * report:   store       by rank 0 at origin_loop_bad.c:23, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at origin_loop_bad.c:27 comes too late; move the store after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    for (int i = 0; i < 3; i++) {
      x = i;
      MPI_Put(&x, 1, MPI_INT, 1, i, 1, MPI_INT, win);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
