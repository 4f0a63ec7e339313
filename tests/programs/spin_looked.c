/* When the timer comes to look at a rank that is about to wait in a loop of its
 * own, in the loop or before it, does not matter to when it gets on; nor what
 * it does before it calls anything.
 *
 * mpich: no (it may take long)
 * run: np=2 options="--ppn 2" twice=1
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { TURNS = 5, TICKS = 3, WORK = 20000 };

struct shared {
  atomic_int lock, stop, rounds;
};
static struct shared *all;

static void take(void)
{
  while (atomic_exchange(&all->lock, 1))
    continue;
}

static void give(void)
{
  atomic_store(&all->lock, 0);
}

static void work_under_lock(void)
{
  for (int done = 0; !done;) {
    take();
    done = atomic_load(&all->stop);
    atomic_fetch_add(&all->rounds, 1);
    usleep(5);
    give();
  }
}

/* As if the timer came now. */
static void look(void)
{
  for (int i = 0; i < TICKS; i++)
    syscall(SYS_tkill, syscall(SYS_gettid), SIGPROF);
}

/* In how many rounds of the other rank does it get on? */
static void take_turns(bool looked, int work, int rounds[TURNS])
{
  for (int i = 0; i < TURNS; i++) {
    oriel_compute(1e-4);
    int before = atomic_load(&all->rounds);
    if (looked) look();
    take();
    rounds[i] = atomic_load(&all->rounds) - before;
    give();
    for (volatile int k = 0; k < work; k++)
      continue;
  }
}

int main(int argc, char **argv)
{
  MPI_Win win;
  MPI_Init(&argc, &argv);
  all = shared_memory(sizeof *all, &win);
  shared_barrier(win);
  if (world_rank() == 0) {
    work_under_lock();
  } else {
    int first[TURNS], looked[TURNS], busy[TURNS];
    take_turns(false, 0, first);
    take_turns(true, 0, looked);
    take_turns(false, WORK, busy);
    for (int i = 1; i < TURNS; i++)
      CHECK(looked[i] == first[i] && busy[i] == first[i]);
    atomic_store(&all->stop, 1);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
