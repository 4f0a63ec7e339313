/* Two origins put to the second of two attached regions.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in attached memory of the window of rank 2, bytes [0, 4)
 * report:   MPI_Put     by rank 1 at dynamic_two_regions_bad.c:30 (epoch: fence, opened at dynamic_two_regions_bad.c:29), not yet complete
 * report:   MPI_Put     by rank 0 at dynamic_two_regions_bad.c:30 (epoch: fence, opened at dynamic_two_regions_bad.c:29)
 * report:   Nothing orders them. MPI_Win_fence at dynamic_two_regions_bad.c:31 comes too late; move the later MPI_Put into an epoch after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int rank;
  MPI_Win win;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  static int a[4], b[4];
  MPI_Aint at[2];
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, a, sizeof a);
  MPI_Win_attach(win, b, sizeof b);
  MPI_Get_address(a, &at[0]);
  MPI_Get_address(b, &at[1]);
  MPI_Bcast(at, 2, MPI_AINT, 2, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  if (rank < 2) MPI_Put(&x, 1, MPI_INT, 2, at[1], 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
