/* MPI_Unpack writes to the origin of a put that is under way.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes (2 times)
 * report:   MPI_Put     by rank 0 at origin_unpack_bad.c:25 (epoch: fence, opened at origin_unpack_bad.c:24), not yet complete
 * report:   MPI_Unpack  by rank 0 at origin_unpack_bad.c:26
 * report:   Nothing orders them. MPI_Win_fence at origin_unpack_bad.c:27 comes too late; move the MPI_Unpack after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

static int rank;

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *a, x[4] = {4, 3, 2, 1}, pos = 0;
  char room[64];
  MPI_Win win;
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &a, &win);
  MPI_Pack(x, 2, MPI_INT, room, 64, &pos, MPI_COMM_WORLD);
  pos = 0;
  MPI_Win_fence(0, win);
  MPI_Put(x, 2, MPI_INT, !rank, 0, 2, MPI_INT, win);
  MPI_Unpack(room, 64, &pos, x + 1, 2, MPI_INT, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
