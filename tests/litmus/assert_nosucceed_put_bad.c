/* A Put behind a fence that was to be the last.
 *
 * run: np=2 options="--check" exit=120
 * report: oriel: rank 0 at assert_nosucceed_put_bad.c:17: MPI_Put to rank 1 of window "halo" after a fence with MPI_MODE_NOSUCCEED, which opens no epoch [MPI-4.1 12.5.5]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
