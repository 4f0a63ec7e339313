/* MPI_Abort ends all ranks, with its code as the run's.
 *
 * mpich: no
 * (its words are its own)
 * run: np=4 exit=7 twice=1
 * stderr: oriel: rank 3 at environment_abort.c:15: MPI_Abort with code 7
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 3) MPI_Abort(MPI_COMM_WORLD, 7);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
