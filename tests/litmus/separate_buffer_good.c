/* In the separate model, too, what a rank has stored in its window may be a
 * buffer of its calls, and what these have written there it may load: all of
 * that is in its own copy.
 *
 * run: np=2 options="--check --memory-model separate"
 * build: --check
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    memory[0] = 1;
    MPI_Put(&memory[0], 1, MPI_INT, 1, 3, 1, MPI_INT, win);
  }
  MPI_Win_fence(0, win);
  memory[0] = memory[3];
  MPI_Sendrecv(&memory[0], 1, MPI_INT, 1 - rank, 0, &memory[1], 1, MPI_INT,
               1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  memory[1]++;
  MPI_Allreduce(&memory[1], &memory[2], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  memory[2]++;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
