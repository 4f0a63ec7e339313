/* The twin of dynamic_attach_bad.c: the address is told when the memory is
 * attached.
 *
 * run: np=2 options="--check"
 * build: --check
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
  if (rank == 1) MPI_Win_attach(win, array, sizeof array);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    sleep(1);
    MPI_Put(&x, 1, MPI_INT, 1, address, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
