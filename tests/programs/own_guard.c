/* A program's own header may be guarded by MPI_H, as PhyML's is, and include
 * mpi.h within.
 *
 * run: np=2
 * stdout: ok
 */
#ifndef MPI_H
#define MPI_H
#include "check.h"
#endif

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  CHECK(world_size() == 2);
  int code = report();
  MPI_Finalize();
  return code;
}
