/* The program frees memory that went with its window.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: free of memory of window "halo", which went with the window (2 times)
 * report:   MPI_Win_free by rank 0 at window_memory_gone_bad.c:22
 * report:   free         by rank 0 at window_memory_gone_bad.c:23, main()
 * report:   Leave that to MPI_Win_free, which has freed it. [MPI-4.1 12.2]
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_fence(0, win);
  memory[0] = 1;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  free(memory);
  MPI_Finalize();
}
