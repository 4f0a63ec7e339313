/* A long counter and an int counter share bytes.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Fetch_and_op by rank 0 at atomic_sizes_bad.c:22 (epoch: fence, opened at atomic_sizes_bad.c:21), not yet complete
 * report:   MPI_Fetch_and_op by rank 2 at atomic_sizes_bad.c:23 (epoch: fence, opened at atomic_sizes_bad.c:21)
 * report:   Accumulates of different types are not atomic towards each other; use one predefined type for both, and elements that coincide, else nothing orders them. MPI_Win_fence at atomic_sizes_bad.c:24 comes too late; move the later MPI_Fetch_and_op into an epoch after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1, y;
  long u = 1, v;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Fetch_and_op(&x, &y, MPI_INT, 1, 0, MPI_SUM, win);
  if (rank == 2) MPI_Fetch_and_op(&u, &v, MPI_LONG, 1, 0, MPI_SUM, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
