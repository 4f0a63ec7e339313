/* The same, with a barrier of what is made.
 *
 * run: np=4 options="--check"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, got = 0;
  MPI_Win win;
  MPI_Comm half, both, all;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 0, &both);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");

  MPI_Win_lock_all(0, win);
  memory[0] = rank;
  MPI_Win_sync(win);
  MPI_Intercomm_merge(both, rank < 2, &all);
  MPI_Barrier(all);
  if (rank == 1) MPI_Get(&got, 1, MPI_INT, 3, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Comm_free(&all);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
  MPI_Win_free(&win);
  MPI_Finalize();
}
