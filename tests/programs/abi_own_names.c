/* A program's own MPI_ function takes the place of ours, which it reaches as
 * PMPI_: how profilers work. [MPI-4.1 15.2]
 *
 * run: np=2
 * stdout: ok
 */
#include "check.h"

static int barriers;

int MPI_Barrier(MPI_Comm comm)
{
  barriers++;
  return PMPI_Barrier(comm);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(barriers == 1);
  PMPI_Barrier(MPI_COMM_WORLD);
  CHECK(barriers == 1);
  int result = report();
  MPI_Finalize();
  return result;
}
