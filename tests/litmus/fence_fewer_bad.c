/* A rank has a fence less than the other, which nothing but MPI_Win_free meets.
 *
 * run: np=2 options="--check" exit=122
 * report: oriel: deadlock at 0.000007783 s: 2 of 2 ranks wait, and nothing can happen any more
 * report:   rank 0 at fence_fewer_bad.c:24: MPI_Win_fence waits for rank 1 of the window to take part in MPI_Win_fence
 * report:   rank 1 at fence_fewer_bad.c:25: MPI_Win_free waits for rank 0 of the window to take part in MPI_Win_free
 * report:   cycle: rank 0 -> rank 1 -> rank 0
 * report: oriel: different functions in collective calls on a communicator of 2 ranks
 * report:   MPI_Win_free  by rank 1 at fence_fewer_bad.c:25
 * report:   MPI_Win_fence by rank 0 at fence_fewer_bad.c:24
 * report:   All ranks must make the same calls in the same order. [MPI-4.1 6.1]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, *memory, value = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank == 0) MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
