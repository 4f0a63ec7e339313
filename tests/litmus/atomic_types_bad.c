/* Accumulates of MPI_INT and MPI_FLOAT are not atomic towards each other.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Accumulate by rank 0 at atomic_types_bad.c:23 (epoch: fence, opened at atomic_types_bad.c:22), not yet complete
 * report:   MPI_Accumulate by rank 2 at atomic_types_bad.c:24 (epoch: fence, opened at atomic_types_bad.c:22)
 * report:   Accumulates of different types are not atomic towards each other; use one predefined type for both, else nothing orders them. MPI_Win_fence at atomic_types_bad.c:25 comes too late; move the later MPI_Accumulate into an epoch after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  float f = 1;
  MPI_Datatype t = MPI_FLOAT;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Accumulate(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
  if (rank == 2) MPI_Accumulate(&f, 1, t, 1, 0, 1, t, MPI_SUM, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
