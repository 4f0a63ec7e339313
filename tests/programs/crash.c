/* A rank that is killed by a signal ends the run with exit code 123 and says
 * which rank, signal and line.
 *
 * mpich: no (its words are its own)
 * run: np=3 exit=123 args="null"
 * stderr: rank 1
 * stderr: SIGSEGV
 * stderr: crash.c:24
 * run: np=3 exit=123 args="abort"
 * stderr: rank 1
 * stderr: SIGABRT
 * stderr: crash.c:25
 * run: np=3 exit=123 args="divide"
 * stderr: rank 1
 * stderr: SIGFPE
 * stderr: crash.c:26
 */
#include "check.h"

static void fail(const char *how)
{
  volatile int *volatile nowhere = NULL;
  volatile int zero = 0;
  if (how[0] == 'n') *nowhere = 1;
  if (how[0] == 'a') abort();
  if (how[0] == 'd') zero = 100 / zero;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 1 && argc > 1) fail(argv[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
