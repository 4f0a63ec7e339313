/* NULL for an info, as other implementations of MPI let pass.
 *
 * run: np=2 exit=120
 * stderr: MPI_Win_create: the info is NULL, which is no handle; none is MPI_INFO_NULL [MPI-4.1 10]
 * mpich: no
 *   Its message is another.
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
  int memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(&memory, 4, 4, NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
