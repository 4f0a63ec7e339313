/* A loop that waits for memory, and raises a signal whose handler counts.
 *
 * run: np=2 options="--ppn 2"
 * stdout: ok
 * run: np=2 args="never" options="--ppn 2" exit=122
 * stderr: rank 0 at spin_raise.c:36: a loop on memory, without calling MPI
 */
#include "check.h"

#include <oriel.h>
#include <signal.h>

static volatile sig_atomic_t raised;

static void count(int number)
{
  raised += number == SIGUSR1;
}

int main(int argc, char **argv)
{
  int rank, unit;
  MPI_Aint size;
  MPI_Win win;
  volatile int *flag;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank == 0 ? sizeof *flag : 0, 1, MPI_INFO_NULL,
                          MPI_COMM_WORLD, &flag, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &flag);
  if (rank == 0) *flag = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  signal(SIGUSR1, count);
  if (rank == 0) {
    while (!*flag)
      raise(SIGUSR1);
    CHECK(raised > 0 && MPI_Wtime() > 1e-3);
  } else {
    oriel_compute(1e-3);
    *flag = argc == 1;
  }
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
}
