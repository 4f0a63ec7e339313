/* while (MPI_Wtime() < t); ends, at about t; so do loops over the clocks of the
 * C library, which show the same time.
 *
 * mpich: no (the C library's clocks are others)
 * run: np=3 twice=1
 * stdout: ok
 */
#include "check.h"
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static double library_time(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static double wall_time(void)
{
  struct timeval t;
  gettimeofday(&t, NULL);
  return t.tv_sec + 1e-6 * t.tv_usec;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  double start = MPI_Wtime();
  while (MPI_Wtime() < start + 1e-3)
    ;
  CHECK(MPI_Wtime() - start < 1.1e-3);
  CHECK(MPI_Wtick() > 0 && MPI_Wtick() <= 1e-6);

  double from = library_time(), wall = wall_time();
  start = MPI_Wtime();
  while (library_time() < from + 1e-3)
    ;
  CHECK(MPI_Wtime() - start > 0.9e-3 && MPI_Wtime() - start < 1.1e-3);

  sleep(1);
  usleep(500000);
  CHECK(library_time() - from > 1.501 && library_time() - from < 1.502);
  CHECK(wall_time() - wall > 1.5009 && wall_time() - wall < 1.502);
  int code = report();
  MPI_Finalize();
  return code;
}
