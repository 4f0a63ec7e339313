/* Ranks that call different collectives wait for each other, which the report
 * says.
 *
 * run: np=2 exit=122
 * stderr: rank 1 of MPI_COMM_WORLD to take part in MPI_Barrier
 * stderr: rank 0 of MPI_COMM_WORLD to take part in MPI_Bcast
 * mpich: no, it may go on
 */
#include "check.h"

int main(int argc, char **argv)
{
  int x = 0;
  MPI_Init(&argc, &argv);
  if (world_rank() == 0)
    MPI_Barrier(MPI_COMM_WORLD);
  else
    MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
