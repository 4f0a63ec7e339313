/* Memory is detached and stored to while a Put may be under way there.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in attached memory of the window of rank 1, bytes [0, 4)
 * report:   MPI_Put        by rank 0 at dynamic_detach_bad.c:29 (epoch: lock_all, opened at dynamic_detach_bad.c:27), complete only for those who know of it
 * report:   MPI_Win_detach by rank 1 at dynamic_detach_bad.c:34
 * report:   Nothing orders them. MPI_Win_flush at dynamic_detach_bad.c:30 completes the MPI_Put, but nothing lets rank 1 know before its MPI_Win_detach. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <unistd.h>

int seen;

int main(int argc, char **argv)
{
  int rank, x = 1;
  static int array[4];
  MPI_Aint address;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 1) MPI_Win_attach(win, array, sizeof array);
  MPI_Get_address(array, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&x, 1, MPI_INT, 1, address, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
  if (rank == 1) {
    sleep(1);
    MPI_Win_detach(win, array);
    array[x] = 5;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
