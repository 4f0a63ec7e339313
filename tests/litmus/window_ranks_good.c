/* A put and a store in a window whose ranks are not those of MPI_COMM_WORLD,
 * in epochs of their own.
 *
 * build: --check
 * run: np=4 options="--check"
 * run: np=4 options="--check --memory-model=separate"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, *memory;
  MPI_Comm comm;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, -rank, &comm);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_fence(0, win);
  if (rank == 3) MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 2) memory[0] = 5;
  MPI_Win_fence(0, win);
  if (rank == 3) MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 2) memory[1] = 5;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
