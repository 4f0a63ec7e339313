/* Loops that wait and change memory meanwhile: others find it as it is at rest,
 * and each other way when nothing else can happen. A third rank has something
 * to do for a long time.
 *
 * mpich: no (one of them would hang)
 * build: -pthread
 * run: np=3 args="lock" options="--ppn 3" twice=1
 * run: np=3 args="nested" options="--ppn 3" twice=1
 * run: np=3 args="readers" options="--ppn 3" twice=1
 * run: np=3 args="tries" options="--ppn 3" twice=1
 * run: np=3 args="owner" options="--ppn 3" twice=1
 * run: np=2 args="seqlock" options="--ppn 2"
 * run: np=3 args="semaphore" options="--ppn 3" twice=1
 * run: np=3 args="toggle" options="--ppn 3" twice=1
 * run: np=2 args="beats" options="--ppn 2"
 * run: np=2 args="many" options="--ppn 2"
 * stdout: ok
 * run: np=2 args="never" options="--ppn 2" exit=122
 * stderr: oriel: deadlock
 */
#include "check.h"

#include <oriel.h>
#include <stdatomic.h>

struct shared {
  atomic_int lock, inner, owner, readers, room, ready, word, stop;
  volatile long beats, first, second;
};
static struct shared *all;

static void take(atomic_int *lock)
{
  int free = 0;
  while (!atomic_compare_exchange_weak(lock, &free, 1))
    free = 0;
}

static void give(atomic_int *lock)
{
  atomic_store(lock, 0);
}

/* Nobody owns it: -1. */
static void own(atomic_int *owner, int rank)
{
  int nobody = -1;
  while (!atomic_compare_exchange_weak(owner, &nobody, rank))
    nobody = -1;
}

/* A semaphore's room is 1 when it is free. */
static void down(atomic_int *room)
{
  while (atomic_fetch_sub(room, 1) < 1)
    atomic_fetch_add(room, 1);
}

/* --- who waits --- */

static int look(const char *how)
{
  int found;
  if (!strcmp(how, "semaphore")) {
    down(&all->room);
    found = all->ready;
    atomic_fetch_add(&all->room, 1);
    return found;
  }
  if (!strcmp(how, "owner")) {
    own(&all->owner, 0);
    found = all->ready;
    all->owner = -1;
    return found;
  }
  if (!strcmp(how, "readers")) {
    atomic_fetch_add(&all->readers, 1);
    found = all->ready;
    atomic_fetch_sub(&all->readers, 1);
    return found;
  }
  take(&all->lock);
  if (!strcmp(how, "nested")) take(&all->inner);
  found = all->ready;
  if (!strcmp(how, "tries")) all->beats++;
  if (!strcmp(how, "nested")) give(&all->inner);
  give(&all->lock);
  return found;
}

static void wait(const char *how)
{
  if (!strcmp(how, "toggle"))
    while (!all->stop) {
      all->word = 1;
      all->word = 0;
    }
  else if (!strcmp(how, "seqlock"))
    while (!all->stop) {
      all->beats++;
      all->first++;
      all->second++;
      all->beats++;
    }
  else if (!strcmp(how, "beats") || !strcmp(how, "many"))
    while (!all->stop)
      all->beats++;
  else
    while (!look(how))
      continue;
}

/* --- who is waited for --- */

static void beats_pass(long more)
{
  long end = all->beats + more;
  while (all->beats < end)
    continue;
}

/* The writer is between two changes, and was so before. */
static void read_pair(void)
{
  long begin, first, second;
  do {
    begin = all->beats;
    first = all->first;
    second = all->second;
  } while (begin % 2 || begin != all->beats);
  CHECK(first == second);
}

static void tell(const char *how)
{
  if (!strcmp(how, "toggle")) {
    while (!all->word)
      continue;
  } else if (!strcmp(how, "owner")) {
    own(&all->owner, 1);
  } else if (!strcmp(how, "seqlock")) {
    read_pair();
  } else if (!strcmp(how, "beats")) {
    beats_pass(1000);
  } else if (!strcmp(how, "many")) {
    for (int i = 0; i < 30; i++)
      beats_pass(10);
  } else if (!strcmp(how, "semaphore")) {
    down(&all->room);
  } else if (!strcmp(how, "readers")) {
    while (all->readers)
      continue;
  } else if (!strcmp(how, "nested")) {
    take(&all->inner);
  } else {
    take(&all->lock);
  }
  CHECK(world_size() == 2 || MPI_Wtime() < 0.1);
  if (strcmp(how, "never")) all->ready = all->stop = 1;
  give(&all->inner);
  give(&all->lock);
  all->owner = -1;
  atomic_fetch_add(&all->room, 1);
}

int main(int argc, char **argv)
{
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  all = shared_memory(sizeof *all, &win);
  if (rank == 0) {
    all->room = 1;
    all->owner = -1;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    wait(argv[1]);
  } else if (rank == 1) {
    oriel_compute(1e-3);
    tell(argv[1]);
  } else {
    oriel_compute(1);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1 && !complaints) puts("ok");
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
