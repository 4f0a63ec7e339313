/* A rank that gives a lock back takes it again before it waits for anything,
 * and passes time within: who waits for it in a loop gets it all the same. So
 * does who waits for a number to be even, that is odd whenever time passes.
 *
 * mpich: no (it may take long)
 * run: np=2 args="call" options="--ppn 2" twice=1
 * run: np=2 args="sleep" options="--ppn 2" twice=1
 * run: np=2 args="even" options="--ppn 2" twice=1
 * run: np=2 args="even" options="--ppn 2 --plain"
 * build: --check
 * run: np=2 args="call" options="--ppn 2 --check" twice=1
 * stdout: ok
 */
#include "check.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

struct shared {
  atomic_int lock, stop;
  atomic_uint number;
  atomic_int first, second; /* the same while the number is even */
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

static void pass_time(const char *how)
{
  int found;
  if (!strcmp(how, "sleep"))
    usleep(5);
  else
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
}

static void work_under_lock(const char *how)
{
  for (int done = 0; !done;) {
    take();
    done = atomic_load(&all->stop);
    pass_time(how);
    give();
  }
}

static void stop_under_lock(void)
{
  take();
  atomic_store(&all->stop, 1);
  give();
}

static void write_on(void)
{
  for (int i = 1; !atomic_load(&all->stop); i++) {
    atomic_store(&all->first, i);
    usleep(1);
    atomic_store(&all->second, i);
    atomic_fetch_add(&all->number, 1);
    atomic_fetch_add(&all->number, 1);
  }
}

static void read_once(void)
{
  unsigned number;
  int first, second;
  do {
    while ((number = atomic_load(&all->number)) % 2)
      continue;
    first = atomic_load(&all->first);
    second = atomic_load(&all->second);
  } while (number != atomic_load(&all->number));
  CHECK(first == second);
  atomic_store(&all->stop, 1);
}

int main(int argc, char **argv)
{
  MPI_Win win;
  MPI_Init(&argc, &argv);
  all = shared_memory(sizeof *all, &win);
  if (world_rank() == 0) atomic_store(&all->number, 1);
  shared_barrier(win);
  bool even = !strcmp(argv[1], "even");
  if (world_rank() == 0)
    even ? write_on() : work_under_lock(argv[1]);
  else
    even ? read_once() : stop_under_lock();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
