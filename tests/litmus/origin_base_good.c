/* A number in a base that there is not: nothing is read, and the end is left.
 *
 * run: np=2 options="--check"
 * build: --check -O2
 */
#include <errno.h>
#include <mpi.h>
#include <stdlib.h>

static char text[8];
int base = 37;

int main(int argc, char **argv)
{
  char *memory, *end = text + 3;
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(text, 8, MPI_CHAR, 1, 0, 8, MPI_CHAR, win);
    errno = 0;
    if (strtol(text, &end, base) || errno != EINVAL || end != text + 3)
      MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
