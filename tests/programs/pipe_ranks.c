/* Ranks share their descriptors: one reads from a pipe what another one writes.
 *
 * mpich: no (there they do not)
 * run: np=2 twice=1
 * run: np=2 options="--check"
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  int rank, ends[2] = {-1, -1};
  char text[5] = "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) CHECK(pipe(ends) == 0);
  MPI_Bcast(ends, 2, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    CHECK(read(ends[0], text, sizeof text) == 4);
    CHECK(MPI_Wtime() > 1e-3);
  } else {
    oriel_compute(1e-3);
    CHECK(write(ends[1], "text", 4) == 4);
  }
  report();
  MPI_Finalize();
}
