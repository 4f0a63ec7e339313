/* Only one rank gives MPI_MODE_NOSUCCEED to the last fence.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: not all ranks give MPI_MODE_NOSUCCEED to a fence on window "halo"
 * report:   MPI_Win_fence by rank 0 at assert_nosucceed_ranks_bad.c:21
 * report:   MPI_Win_fence by rank 1 at assert_nosucceed_ranks_bad.c:21 (with MPI_MODE_NOSUCCEED)
 * report:   All ranks of the window must give it, or none. [MPI-4.1 12.5.5]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory;
  MPI_Win win;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_fence(0, win);
  MPI_Win_fence(rank ? MPI_MODE_NOSUCCEED : 0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
