/* Ranks that return without MPI_Finalize.
 *
 * run: np=3 options="--check" exit=121
 * report: oriel: error: ranks 0-2 end without MPI_Finalize [MPI-4.1 11.2.2]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  return 0;
}
