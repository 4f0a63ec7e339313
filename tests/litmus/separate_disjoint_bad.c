/* A store and a Put to one window at a time, though at different words.
 *
 * run: np=2 options="--check --memory-model separate" exit=121
 * build: --check
 * report: oriel: conflict in the copies of the window of rank 1
 * report:   MPI_Put     by rank 0 at separate_disjoint_bad.c:22 (epoch: fence, opened at separate_disjoint_bad.c:20), not yet complete
 * report:   store       by rank 1 at separate_disjoint_bad.c:21, main()
 * report:   In the separate memory model a store and an update exclude each other in the whole window. Let MPI_Win_fence come between the MPI_Put and the store. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 1) memory[3] = 5;
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
