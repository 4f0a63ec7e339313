/* Two ranks put to the same bytes of attached memory.
 *
 * run: np=3 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in attached memory of the window of rank 1, bytes [4, 8)
 * report:   MPI_Put     by rank 0 at dynamic_put_put_bad.c:26 (epoch: fence, opened at dynamic_put_put_bad.c:25), not yet complete
 * report:   MPI_Put     by rank 2 at dynamic_put_put_bad.c:27 (epoch: fence, opened at dynamic_put_put_bad.c:25)
 * report:   Nothing orders them. MPI_Win_fence at dynamic_put_put_bad.c:28 comes too late; move the later MPI_Put into an epoch after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank;
  MPI_Win win;
  static int array[4];
  MPI_Aint at[3];
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, array, sizeof array);
  MPI_Get_address(array, &at[rank]);
  MPI_Allgather(MPI_IN_PLACE, 1, MPI_AINT, at, 1, MPI_AINT, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, at[1] + 4, 1, MPI_INT, win);
  if (rank == 2) MPI_Put(&x, 1, MPI_INT, 1, at[1] + 4, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_detach(win, array);
  MPI_Win_free(&win);
  MPI_Finalize();
}
