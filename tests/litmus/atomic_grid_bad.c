/* Elements of two Accumulates overlap by halves.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [2, 4)
 * report:   MPI_Accumulate by rank 0 at atomic_grid_bad.c:22 (epoch: fence, opened at atomic_grid_bad.c:21), not yet complete
 * report:   MPI_Accumulate by rank 2 at atomic_grid_bad.c:23 (epoch: fence, opened at atomic_grid_bad.c:21)
 * report:   Accumulates of elements that overlap in part are not atomic towards each other; let the elements coincide, else nothing orders them. MPI_Win_fence at atomic_grid_bad.c:24 comes too late; move the later MPI_Accumulate into an epoch after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x[2] = {1, 1};
  MPI_Op op = MPI_SUM;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Accumulate(x, 1, MPI_INT, 1, 0, 1, MPI_INT, op, win);
  if (rank == 2) MPI_Accumulate(x, 1, MPI_INT, 1, 2, 1, MPI_INT, op, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
