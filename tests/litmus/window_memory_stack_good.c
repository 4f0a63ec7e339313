/* A window of local variables, freed in their function.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int memory[4] = {0};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(memory, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
