/* Memory of the program's own is freed after the window.
 *
 * run: np=2 options="--check" exit=0
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  MPI_Win win;
  MPI_Init(&argc, &argv);
  int *memory = malloc(16);
  MPI_Win_create(memory, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  memory[0] = 1;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  free(memory);
  MPI_Finalize();
}
