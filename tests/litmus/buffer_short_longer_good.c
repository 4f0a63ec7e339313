/* A get names three integers for an array of three, of which it gets one; the
 * others may be used meanwhile.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

static int zero;

int main(int argc, char **argv)
{
  int got[3];
  int result[3];
  int *memory, rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    /* clang-format off */
    MPI_Get(got, 3, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Get_accumulate(&zero, 1, MPI_INT, result, 3, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, win);
    /* clang-format on */
    got[2] = result[2] = 1;
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
