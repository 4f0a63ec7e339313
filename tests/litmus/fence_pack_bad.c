/* MPI_Pack reads a word of the window that another rank puts.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [8, 12)
 * report:   MPI_Put     by rank 0 at fence_pack_bad.c:25 (epoch: fence, opened at fence_pack_bad.c:24), not yet complete
 * report:   MPI_Pack    by rank 1 at fence_pack_bad.c:26
 * report:   Nothing orders them. MPI_Win_fence at fence_pack_bad.c:27 comes too late; move the MPI_Pack after it. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <string.h>

static int rank;

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *a, x = 4, pos = 0;
  char room[64];
  MPI_Win win;
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &a, &win);
  memset(a, 0, 16);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
  if (rank == 1) MPI_Pack(a, 3, MPI_INT, room, 64, &pos, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
