/* Two Gets write one buffer at the same time.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0 at origin_two_gets_bad.c:22 (epoch: lock_all, opened at origin_two_gets_bad.c:20), not yet complete
 * report:   MPI_Get     by rank 0 at origin_two_gets_bad.c:23 (epoch: lock_all, opened at origin_two_gets_bad.c:20)
 * report:   Nothing orders them. MPI_Win_unlock_all at origin_two_gets_bad.c:25 comes too late; move the later MPI_Get into an epoch after it, or flush first, or use another buffer. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(&x[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Get(&x[0], 1, MPI_INT, 1, 1, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
