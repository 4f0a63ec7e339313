/* One rank steps a number round and round in a loop of its own, the other waits
 * for one of these: who steps shows each in turn, wherever it was met.
 *
 * mpich: no (it may take long)
 * run: np=2 args="10" options="--ppn 2" twice=1
 * run: np=2 args="64" options="--ppn 2" twice=1
 * run: np=2 args="1000" options="--ppn 2" twice=1
 * stdout: ok
 */
#include "check.h"

#include <stdatomic.h>

struct shared {
  atomic_uint turn;
  atomic_int stop;
};

static void step(struct shared *s, unsigned numbers)
{
  while (!atomic_load(&s->stop))
    atomic_store(&s->turn, (atomic_load(&s->turn) + 1) % numbers);
}

static void await(struct shared *s, unsigned number)
{
  while (atomic_load(&s->turn) != number)
    continue;
  atomic_store(&s->stop, 1);
}

int main(int argc, char **argv)
{
  struct shared *s;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  unsigned numbers = (unsigned)atoi(argv[1]);
  s = shared_memory(sizeof *s, &win);
  if (world_rank() == 0)
    step(s, numbers);
  else
    await(s, 7);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) puts("ok");
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
