/* Detaching memory completes nothing of what the rank itself has issued.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in attached memory of the window of rank 0, bytes [0, 4)
 * report:   MPI_Put     by rank 1 at dynamic_detach_pending_bad.c:29 (epoch: lock_all, opened at dynamic_detach_pending_bad.c:27), not yet complete
 * report:   load        by rank 0 at dynamic_detach_pending_bad.c:33, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at dynamic_detach_pending_bad.c:34 comes too late. Let rank 0 know of it, or of a flush, before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>

int seen;

int main(int argc, char **argv)
{
  int rank, x = 1;
  static int array[4], mine[4];
  MPI_Aint address;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 1) MPI_Win_attach(win, array, sizeof array);
  MPI_Win_attach(win, mine, sizeof mine);
  MPI_Get_address(mine, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 0, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Put(&x, 1, MPI_INT, 0, address, 1, MPI_INT, win);
    MPI_Win_detach(win, array);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) seen = mine[0];
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
