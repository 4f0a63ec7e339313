/* MPI_Unpack writes beside the origin of a put that is under way.
 *
 * run: np=2 options="--check"
 * build: --check
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
  MPI_Unpack(room, 64, &pos, x + 2, 2, MPI_INT, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
