/* Ranks that wait for another one hand a lock, or a turn, to each other
 * meanwhile, for ever, and no time passes: it goes on all the same.
 *
 * mpich: no (one of them would hang)
 * run: np=3 args="lock 1" options="--ppn 3" twice=1
 * run: np=4 args="lock 1" options="--ppn 4"
 * run: np=3 args="turn 1" options="--ppn 3" twice=1
 * run: np=3 args="count 1" options="--ppn 3" twice=1
 * stdout: ok
 * run: np=3 args="lock 0" options="--ppn 3" exit=122
 * stderr: oriel: deadlock
 */
#include "check.h"

#include <oriel.h>
#include <stdatomic.h>

static struct shared {
  atomic_int lock, turn, ready, count;
} * all;

static void take(void)
{
  while (atomic_exchange(&all->lock, 1))
    continue;
}

static int look(void)
{
  take();
  int found = all->ready;
  all->lock = 0;
  return found;
}

/* In turns, up to 100: that is no waiting in vain. */
static int count(int me, int n)
{
  take();
  int now = all->count;
  if (now < 100 && now % n == me) now = ++all->count;
  all->lock = 0;
  return now == 100;
}

static void wait(const char *how, int me, int n)
{
  if (!strcmp(how, "turn"))
    while (!all->ready) {
      while (all->turn != me && !all->ready)
        continue;
      all->turn = (me + 1) % n;
    }
  else if (!strcmp(how, "count"))
    while (!count(me, n))
      continue;
  else
    while (!look())
      continue;
}

int main(int argc, char **argv)
{
  int rank, size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  all = shared_memory(sizeof *all, &win);
  if (rank == 0) {
    oriel_compute(0.5);
    take();
    all->ready = atoi(argv[2]);
    all->lock = 0;
  } else {
    wait(argv[1], rank - 1, size - 1);
    CHECK(MPI_Wtime() < (strcmp(argv[1], "count") ? 0.6 : 0.4));
  }
  if (rank == 0) oriel_compute(1);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1 && !complaints) puts("ok");
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
