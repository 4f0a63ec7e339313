/* A put to the own rank whose origin buffer is a part of its target.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 1, bytes [12, 16)
 * report:   MPI_Put     by rank 1 at own_target_bad.c:22 (its buffer; epoch: fence, opened at own_target_bad.c:21), not yet complete
 * report:   MPI_Put     by rank 1 at own_target_bad.c:22 (epoch: fence, opened at own_target_bad.c:21)
 * report:   The operation's buffer is its target, in part. Use a copy. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 16; i++)
    memory[i] = i;
  MPI_Win_fence(0, win);
  if (rank == 1) MPI_Put(memory, 4, MPI_INT, rank, 3, 4, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
