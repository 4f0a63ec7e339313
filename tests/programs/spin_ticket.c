/* Loops that take and give back a ticket lock in each round, and wait: where
 * they go depends on numbers that grow, but alike.
 *
 * mpich: no (one of them would hang)
 * run: np=3 args="add" options="--ppn 3" twice=1
 * run: np=3 args="store" options="--ppn 3" twice=1
 * run: np=3 args="wide" options="--ppn 3" twice=1
 * run: np=3 args="differ" options="--ppn 3" twice=1
 * stdout: ok
 * run: np=3 args="never" options="--ppn 3" exit=122 limit=180
 * stderr: oriel: deadlock
 */
#include "check.h"

#include <oriel.h>
#include <stdatomic.h>

struct shared {
  atomic_uint next, serving;
  atomic_long next_wide, serving_wide;
  int ready;
};
static struct shared *all;
static const char *how;

static void wait_for_turn(void)
{
  unsigned mine = atomic_fetch_add(&all->next, 1);
  if (!strcmp(how, "differ"))
    while (mine - atomic_load(&all->serving))
      continue;
  else
    while (atomic_load(&all->serving) != mine)
      continue;
}

static void wait_for_wide_turn(void)
{
  long mine = atomic_fetch_add(&all->next_wide, 1);
  while (atomic_load(&all->serving_wide) != mine)
    continue;
}

static void take(void)
{
  if (!strcmp(how, "wide"))
    wait_for_wide_turn();
  else
    wait_for_turn();
}

static void give(void)
{
  if (!strcmp(how, "wide"))
    atomic_fetch_add(&all->serving_wide, 1);
  else if (!strcmp(how, "store"))
    atomic_store(&all->serving, atomic_load(&all->serving) + 1);
  else
    atomic_fetch_add(&all->serving, 1);
}

static void wait(void)
{
  for (int found = 0; found < 3;) {
    take();
    found = all->ready;
    give();
  }
}

static void tell(void)
{
  for (int i = 0; i < 3 && strcmp(how, "never"); i++) {
    oriel_compute(1e-3);
    take();
    all->ready++;
    give();
  }
}

int main(int argc, char **argv)
{
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  how = argv[1];
  all = shared_memory(sizeof *all, &win);
  if (rank == 1)
    tell();
  else
    wait();
  CHECK(MPI_Wtime() < 0.1);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1 && !complaints) puts("ok");
  MPI_Win_free(&win);
  MPI_Finalize();
}
