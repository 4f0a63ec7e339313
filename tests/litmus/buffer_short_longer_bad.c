/* A get names three integers for an array of two, of which it gets one. A
 * buffer has what its count and type say, however little arrives.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: origin buffer of MPI_Get that is too short
 * report:   MPI_Get     by rank 0 at buffer_short_longer_bad.c:29 (writes bytes [0, 12) of `got` of main(), which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 12.3]
 * report: oriel: result buffer of MPI_Get_accumulate that is too short
 * report:   MPI_Get_accumulate by rank 0 at buffer_short_longer_bad.c:30 (writes bytes [0, 12) of `result` of main(), which has 8)
 * report:   Give it the memory that count and type name. [MPI-4.1 12.3]
 * build: --check
 */
#include <mpi.h>

static int zero;

int main(int argc, char **argv)
{
  int got[2];
  int result[2];
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
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
