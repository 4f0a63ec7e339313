/* Which of several flags a loop finds that are set at one date is up to the
 * program, and not to where in its round the loop was met. The date of the end
 * tells which they were.
 *
 * mpich: no (there it is up to chance)
 * run: np=2 args="flags" options="--ppn 2" twice=1
 * run: np=2 args="count" options="--ppn 2" twice=1
 * run: np=2 args="both" options="--ppn 2" twice=1
 * run: np=2 args="locks" options="--ppn 2" twice=1
 * run: np=2 args="ring" options="--ppn 2" twice=1
 * run: np=1 args="thread" twice=1
 * build: --check
 * run: np=2 args="flags" options="--ppn 2 --check=warn" twice=1
 * run: np=2 args="count" options="--ppn 2 --check=warn" twice=1
 * run: np=2 args="ring" options="--ppn 2 --check=warn" twice=1
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { FLAGS = 4, TIMES = 20 };

static struct shared {
  atomic_int flags[FLAGS], locks[FLAGS], seen;
} of_process, *all = &of_process;
static const char *how;
static long looks;

static bool is(const char *what)
{
  return !strcmp(how, what);
}

static int flags(void)
{
  for (;;)
    for (int i = 0; i < FLAGS; i++)
      if (all->flags[i]) return i;
}

static int count(void)
{
  for (;;)
    for (int i = 0; i < FLAGS; i++, looks++)
      if (all->flags[i]) return i;
}

static int both(void)
{
  for (;; looks++) {
    if (all->flags[1]) return 1;
    if (all->flags[0]) return 0;
  }
}

static int locks(void)
{
  for (;;)
    for (int i = 0; i < FLAGS; i++) {
      while (atomic_exchange(&all->locks[i], 1))
        continue;
      int set = all->flags[i];
      all->locks[i] = 0;
      if (set) return i;
    }
}

static int ring(void)
{
  for (int i = 0;; i = (i + 1) % FLAGS)
    if (all->flags[i]) return i;
}

static int look(void)
{
  if (is("count")) return count();
  if (is("both")) return both();
  if (is("locks")) return locks();
  return is("ring") ? ring() : flags();
}

static void wait(int n)
{
  oriel_compute((n + 1) * 1e-6 * look());
  for (int i = 0; i < FLAGS; i++)
    all->flags[i] = 0;
  all->seen = n + 1;
}

static void set(int n)
{
  oriel_compute(1e-3);
  for (int i = 0; i < FLAGS; i++)
    all->flags[i] = 1;
  while (all->seen <= n)
    continue;
}

static void *thread(void *arg)
{
  for (int n = 0; n < TIMES; n++)
    wait(n);
  return arg;
}

static void between_threads(void)
{
  pthread_t t;
  pthread_create(&t, NULL, thread, NULL);
  for (int n = 0; n < TIMES; n++)
    set(n);
  pthread_join(t, NULL);
}

static void between_ranks(void)
{
  MPI_Win win;
  all = shared_memory(sizeof *all, &win);
  for (int n = 0; n < TIMES; n++) {
    if (world_rank() == 0)
      set(n);
    else
      wait(n);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  how = argv[1];
  if (is("thread"))
    between_threads();
  else
    between_ranks();
  int code = report();
  MPI_Finalize();
  return code;
}
