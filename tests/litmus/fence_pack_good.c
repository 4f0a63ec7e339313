/* MPI_Pack reads the window beside a word that another rank puts.
 *
 * run: np=2 options="--check"
 * build: --check
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
  if (rank == 1) MPI_Pack(a, 2, MPI_INT, room, 64, &pos, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
