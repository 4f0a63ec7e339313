/* Window and communicator are freed.
 *
 * run: np=3 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  static int memory;
  MPI_Comm copy;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_free(&copy);
  MPI_Win_free(&win);
  MPI_Finalize();
}
