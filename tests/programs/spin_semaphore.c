/* Semaphores in loops that wait: who waits takes one and gives it back in each
 * round, and is to be left where others can have it, so that they do at once.
 *
 * mpich: no (one of them would hang)
 * run: np=4 args="1" options="--ppn 4" twice=1
 * run: np=7 args="1" options="--ppn 7" twice=1
 * run: np=7 args="2" options="--ppn 7" twice=1
 * run: np=5 args="1 within" options="--ppn 5" twice=1
 * run: np=4 args="1 turns" options="--ppn 4" twice=1
 * stdout: ok
 * run: np=4 args="0" options="--ppn 4" exit=122
 * stderr: oriel: deadlock
 */
#include "check.h"

#include <oriel.h>
#include <stdatomic.h>

enum { ROUNDS = 3 };

struct shared {
  atomic_int free, inside, lock, turns;
  int next; /* who is next, if in turn */
};
static struct shared *all;
static int places, rank, size;
static int within, in_turn;

static void take(void)
{
  for (;;) {
    if (within)
      while (atomic_exchange(&all->lock, 1))
        continue;
    int left = atomic_fetch_sub(&all->free, 1);
    if (left <= 0) atomic_fetch_add(&all->free, 1);
    if (within) atomic_store(&all->lock, 0);
    if (left > 0) return;
  }
}

static void give(void)
{
  atomic_fetch_add(&all->free, 1);
}

static void await_turn(void)
{
  for (;;) {
    take();
    int next = all->next;
    give();
    if (next == rank) return;
  }
}

static void end_turn(void)
{
  take();
  all->next = (rank + 1) % size;
  give();
}

static void use(void)
{
  if (in_turn) await_turn();
  take();
  CHECK(atomic_fetch_add(&all->inside, 1) < places);
  oriel_compute(1e-3);
  atomic_fetch_sub(&all->inside, 1);
  atomic_fetch_add(&all->turns, 1);
  give();
  if (in_turn) end_turn();
}

int main(int argc, char **argv)
{
  double ended, last;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  places = atoi(argv[1]);
  within = argc > 2 && !strcmp(argv[2], "within");
  in_turn = argc > 2 && !strcmp(argv[2], "turns");
  all = shared_memory(sizeof *all, &win);
  if (rank == 0) atomic_store(&all->free, places);
  MPI_Barrier(MPI_COMM_WORLD);
  double began = MPI_Wtime();
  for (int i = 0; i < ROUNDS; i++)
    use();
  /* What is still to come must not be what lets the others on. */
  ended = MPI_Wtime() - began;
  MPI_Reduce(&ended, &last, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  int turns = (ROUNDS * size + places - 1) / places;
  if (rank == 0) {
    CHECK(all->turns == ROUNDS * size && all->free == places);
    CHECK(last > turns * 1e-3 - 1e-9 && last < (turns + ROUNDS) * 1e-3);
    puts("ok");
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
