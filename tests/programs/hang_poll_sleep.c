/* Ranks that poll in vain and sleep, or read the clock, between two looks: that
 * passes time, but nothing else can happen. While another one computes, however
 * long, something can.
 *
 * mpich: no (it would hang)
 * run: np=2 exit=122 options="--patience 1" args="sleep 0" twice=1
 * stderr: MPI_Test finds nothing, again and again
 * run: np=2 exit=122 options="--patience 1" args="clock 0"
 * stderr: MPI_Test finds nothing, again and again
 * run: np=2 exit=122 options="--patience 1" args="both 0"
 * stderr: MPI_Test finds nothing, again and again
 * run: np=2 options="--patience 1" args="none 300"
 * stdout: ok
 * run: np=2 options="--patience 1" args="sleep 300"
 * stdout: ok
 * run: np=2 options="--patience 1" args="clock 300"
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void between(const char *how)
{
  if (strcmp(how, "clock") && strcmp(how, "none")) usleep(50);
  if (strcmp(how, "sleep") && strcmp(how, "none")) MPI_Wtime();
}

int main(int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "sleep";
  double work = argc > 2 ? atof(argv[2]) : 0;
  int me, x = 0, done = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (me == 0) {
    MPI_Irecv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    for (; !done; between(how))
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    CHECK(MPI_Wtime() > work);
  } else if (work > 0) {
    MPI_Iprobe(0, 0, MPI_COMM_WORLD, &done, MPI_STATUS_IGNORE);
    oriel_compute(work);
    MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  report();
  MPI_Finalize();
}
