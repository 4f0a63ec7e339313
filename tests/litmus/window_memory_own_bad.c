/* The program frees memory that MPI_Win_allocate gave it.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: memory of window "halo" of rank 0 that is freed before the window (2 times)
 * report:   free        by rank 0 at window_memory_own_bad.c:19, main()
 * report:   Leave that to MPI_Win_free, which frees it. [MPI-4.1 12.2]
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
  memory[0] = 1;
  free(memory);
  MPI_Win_free(&win);
  MPI_Finalize();
}
