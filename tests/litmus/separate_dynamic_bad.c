/* A store into attached memory is not made visible before another rank gets it:
 * in the separate model, a message does not do that.
 *
 * build: --check
 * run: np=2 options="--check --memory-model=separate" exit=121
 * report: oriel: conflict in attached memory of the window of rank 1, bytes [0, 4)
 * report:   store       by rank 1 at separate_dynamic_bad.c:25, main()
 * report:   MPI_Get     by rank 0 at separate_dynamic_bad.c:27
 * report:   They are ordered, but the copies of the memory are not made alike between them. Call MPI_Win_sync after the store. [MPI-4.1 12.7]
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
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Get(&got, 1, MPI_INT, 1, there, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, &value);
  MPI_Win_free(&win);
  MPI_Finalize();
}
