/* A put and a store in a window whose ranks are not those of MPI_COMM_WORLD.
 *
 * build: --check
 * run: np=4 options="--check" exit=121
 * report: oriel: conflict in window "halo" of rank 1, bytes [0, 4)
 * report:   store       by rank 2 at window_ranks_bad.c:33, main()
 * report:   MPI_Put     by rank 3 at window_ranks_bad.c:32 (epoch: fence, opened at window_ranks_bad.c:31)
 * report:   Nothing orders them. Let a fence come between the store and the MPI_Put. [MPI-4.1 12.7]
 * run: np=4 options="--check --memory-model=separate" exit=121
 * report: oriel: conflict in window "halo" of rank 1, bytes [0, 4)
 * report:   store       by rank 2 at window_ranks_bad.c:33, main()
 * report:   MPI_Put     by rank 3 at window_ranks_bad.c:32 (epoch: fence, opened at window_ranks_bad.c:31)
 * report:   Nothing orders them. Let a fence come between the store and the MPI_Put. [MPI-4.1 12.7]
 * report: oriel: conflict in the copies of window "halo" of rank 1
 * report:   MPI_Put     by rank 3 at window_ranks_bad.c:35 (epoch: fence, opened at window_ranks_bad.c:34), not yet complete
 * report:   store       by rank 2 at window_ranks_bad.c:36, main()
 * report:   In the separate memory model a store and an update exclude each other in the whole window. Let MPI_Win_fence come between the MPI_Put and the store. [MPI-4.1 12.7]
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
  if (rank == 2) memory[0] = 5;
  MPI_Win_fence(0, win);
  if (rank == 3) MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank == 2) memory[1] = 5;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
