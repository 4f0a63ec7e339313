/* A Put that nothing orders after the MPI_Win_attach of the memory.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in attached memory of the window of rank 1, bytes [0, 4)
 * report:   MPI_Win_attach by rank 1 at dynamic_attach_bad.c:23
 * report:   MPI_Put        by rank 0 at dynamic_attach_bad.c:27 (epoch: lock_all, opened at dynamic_attach_bad.c:24)
 * report:   Nothing orders them. Let a barrier or message come between the MPI_Win_attach and the MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  int rank, array[4] = {0}, x = 1;
  MPI_Aint address;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Get_address(array, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  if (rank == 1) MPI_Win_attach(win, array, sizeof array);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    sleep(1);
    MPI_Put(&x, 1, MPI_INT, 1, address, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
