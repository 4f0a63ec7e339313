/* Time passes wherever a program waits for it, though each step is shorter than
 * what a double can tell: polls, clocks and short sleeps at a very late date,
 * and operations on a lock that take next to no time.
 *
 * run: np=2 args="late" limit=10
 * stdout: ok
 * run: np=3 args="fast" limit=10 options="--ppn 3 --cost copy=1e15 --cost o_put=0 --cost o_get=0 --cost o_acc=0 --cost o_send=0 --cost o_recv=0 --cost gap=0 --cost atomic=0"
 * run: np=3 args="fast" limit=10 options="--ppn 3 --cost copy=1e18 --cost o_put=0 --cost o_get=0 --cost o_acc=0 --cost o_send=0 --cost o_recv=0 --cost gap=0 --cost atomic=0"
 * stdout: ok
 * mpich: no (simulated time)
 */
#include "check.h"
#include <oriel.h>
#include <time.h>

/* A double at this date is 0.12 us from the next. */
#define LATE 1e9

static void until_received(void)
{
  int x, done = 0;
  MPI_Request r;
  MPI_Irecv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
  while (!done)
    MPI_Test(&r, &done, MPI_STATUS_IGNORE);
}

static void late(volatile int *flag, MPI_Win win)
{
  const int one = 1;
  const struct timespec short_while = {0, 1};
  oriel_compute(LATE);
  double begin = MPI_Wtime();
  while (MPI_Wtime() < begin + 1e-5)
    ;
  CHECK(oriel_now() < begin + 1.2e-5);
  if (world_rank() == 0) {
    oriel_compute(1e-5);
    MPI_Send(&one, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    oriel_compute(1e-5);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  } else {
    until_received();
    while (!*flag)
      nanosleep(&short_while, NULL);
  }
  CHECK(oriel_now() < begin + 1e-4);
}

/* One after the other holds a lock for a while, and the others ask for it. */
static void fast(MPI_Win win)
{
  const int one = 1, zero = 0;
  int old;
  do {
    MPI_Compare_and_swap(&one, &zero, &old, MPI_INT, 0, 0, win);
    MPI_Win_flush(0, win);
  } while (old);
  oriel_compute(1e-4);
  MPI_Put(&zero, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  CHECK(oriel_now() < 1e-3);
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  MPI_Win_lock_all(0, win);
  if (argv[1][0] == 'l')
    late(memory, win);
  else
    fast(win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
  return 0;
}
