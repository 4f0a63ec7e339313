/* What ranks print comes out in whole lines, in the order of simulated time and
 * then of ranks, however it was printed.
 *
 * mpich: no (the order is the operating system's)
 * run: np=3 twice=1
 * stdout: rank 0 at step 0, in pieces
 * stdout: rank 1 at step 0, in pieces
 * stdout: rank 2 at step 0, in pieces
 * stdout: rank 2 at step 1, by write
 * stdout: rank 1 at step 1, by write
 * stdout: rank 0 at step 1, by write
 * stdout: rank 0 without a newline
 * stdout: rank 1 without a newline
 * stdout: rank 2 without a newline, but at the end
 */
#include "check.h"
#include <unistd.h>

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int me = world_rank();
  usleep(100);
  printf("rank %d ", me);
  printf("at step 0, ");
  puts("in pieces");
  fflush(stdout);
  usleep(100 * (3 - me));
  char line[40];
  int length = snprintf(line, sizeof line, "rank %d at step 1, by write\n", me);
  if (write(1, line, length) != length) return 1;
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d without a newline", me);
  MPI_Finalize();
  usleep(1000 * (me + 1)); /* a line counts when it ends */
  if (me == 2) puts(", but at the end");
  return 0;
}
