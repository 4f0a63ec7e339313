/* The same with MPI_Win_sync after the store.
 *
 * build: --check
 * run: np=2 options="--check --memory-model=separate"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int value = 0, rank, got = 0;
  MPI_Aint there;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, &value, sizeof value);
  MPI_Get_address(&value, &there);
  MPI_Bcast(&there, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 1) value = 5;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Get(&got, 1, MPI_INT, 1, there, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, &value);
  MPI_Win_free(&win);
  MPI_Finalize();
}
