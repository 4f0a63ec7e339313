/* A call before MPI_Init is refused by name.
 *
 * mpich: no
 * (its words are its own)
 * run: np=1 exit=120
 * stderr: rank 0 at environment_outside.c:12: MPI_Barrier before MPI_Init [MPI-4.1 11.2.1]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Init(&argc, &argv);
  MPI_Finalize();
  return 0;
}
