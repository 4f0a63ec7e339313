/* More than a thousand ranks accumulate to the same bytes, of ten pages,
 * between two fences.
 *
 * run: np=1200 options="--check" limit=10
 * build: --check
 */
#include <mpi.h>

enum { MANY = 10000 };

int main(int argc, char **argv)
{
  static int mine[MANY];
  int rank, *part;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(rank ? 0 : sizeof mine, 4, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &part, &win);
  MPI_Win_fence(0, win);
  MPI_Accumulate(mine, MANY, MPI_INT, 0, 0, MANY, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
