/* MPI_Alltoallw writes what is got.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [8, 12)
 * report:   MPI_Get       by rank 0 at fence_alltoallw_bad.c:25 (epoch: fence, opened at fence_alltoallw_bad.c:24), not yet complete
 * report:   MPI_Alltoallw by rank 1 at fence_alltoallw_bad.c:26
 * report:   Nothing orders them. MPI_Win_fence at fence_alltoallw_bad.c:27 comes too late; move the MPI_Alltoallw after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  int y[2] = {0}, ones[2] = {1, 1}, at[2] = {0, 8}, zero[2] = {0, 4};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Get(&x, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
  MPI_Alltoallw(y, ones, zero, types, memory, ones, at, types, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
