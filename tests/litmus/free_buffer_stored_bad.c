/* A Put is not complete when its buffer is used for the next one.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in `x` of main() of rank 0, 4 bytes (2 times)
 * report:   MPI_Put     by rank 0 at free_buffer_stored_bad.c:23 (epoch: fence, opened at free_buffer_stored_bad.c:20), not yet complete
 * report:   store       by rank 0 at free_buffer_stored_bad.c:22, main()
 * report:   Nothing orders them. MPI_Win_fence at free_buffer_stored_bad.c:25 comes too late; move the store after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  int x[2] = {0, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 3; i++) {
    x[0] = i;
    if (rank == 0) MPI_Put(&x[0], 1, MPI_INT, 1, i, 1, MPI_INT, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
