/* Ranks that share memory and wait for each other by C11's atomics: a loop that
 * waits is seen to wait, also when it tells its accesses; and what a release
 * hands over to an acquire is ordered: nothing is wrong.
 *
 * build: --check
 * mpich: no (built for the checker)
 * stdout: ok
 * run: np=2 options="--ppn 2"
 * run: np=2 options="--ppn 2 --check"
 */
#include "check.h"

#include <stdatomic.h>

enum { ROUNDS = 5 };

struct shared {
  atomic_int turn;
  long payload[100];
};

static void await(atomic_int *turn, int value)
{
  while (atomic_load_explicit(turn, memory_order_acquire) != value)
    ;
}

int main(int argc, char **argv)
{
  int me;
  MPI_Win win;
  struct shared *s;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  s = shared_memory(sizeof *s, &win);
  for (int round = 0; round < ROUNDS; round++) {
    await(&s->turn, 2 * round + me);
    MPI_Win_sync(win);
    for (int i = 0; i < 100; i++)
      CHECK(s->payload[i] == 2 * round + me);
    for (int i = 0; i < 100; i++)
      s->payload[i]++;
    MPI_Win_sync(win);
    atomic_store_explicit(&s->turn, 2 * round + me + 1, memory_order_release);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
  return 0;
}
