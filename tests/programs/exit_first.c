/* The exit code of the run is the first nonzero one of the ranks in the order
 * of simulated time, then of ranks.
 *
 * mpich: no (there another one may win)
 * run: np=4 args="time" exit=13
 * run: np=4 args="rank" exit=11
 * run: np=4 args="late" exit=9
 * run: np=4 args="none"
 */
#include "check.h"
#include <unistd.h>

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int me = world_rank();
  const char *how = argc > 1 ? argv[1] : "none";
  MPI_Finalize();
  if (strcmp(how, "time") == 0) { /* rank 3 first */
    usleep(1000 * (10 - me));
    return me ? 10 + me : 0;
  }
  if (strcmp(how, "rank") == 0) { /* all at once */
    usleep(1000);
    return me ? 10 + me : 0;
  }
  if (strcmp(how, "late") == 0 && me == 2) {
    usleep(1000);
    exit(9);
  }
  return 0;
}
