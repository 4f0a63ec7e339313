/* A Get of two integers as eight bytes.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: types that do not match between rank 0 and rank 1 of window "halo"
 * report:   MPI_Get     by rank 0 at signature_get_bad.c:21 (origin: 8 MPI_BYTE; target: 2 MPI_INT)
 * report:   Both ends must have the same basic types in the same order. [MPI-4.1 12.3]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int value[4];
  int *memory;
  MPI_Win win;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Get(value, 8, MPI_BYTE, 1, 0, 2, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
