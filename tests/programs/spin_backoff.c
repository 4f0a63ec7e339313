/* Loops that wait longer and longer between two looks, by counting: each round
 * takes thousands of instructions. Who has looked in vain wakes nobody, and
 * time goes on for who passes it under the lock.
 *
 * mpich: no (one of them would take long)
 * run: np=4 options="--ppn 4" twice=1
 * run: np=2 options="--ppn 2" twice=1
 * stdout: ok
 */
#include "check.h"

#include <sched.h>
#include <stdatomic.h>

enum { TIMES = 5, LONGEST = 10 };

struct shared {
  atomic_uint next, serving;
  int count;
};

static void take(struct shared *s)
{
  int n = 0;
  unsigned mine = atomic_fetch_add(&s->next, 1);
  while (atomic_load(&s->serving) != mine) {
    if (n < LONGEST) n++;
    for (volatile int i = 0; i < 1 << n; i++)
      continue;
  }
}

int main(int argc, char **argv)
{
  struct shared *s;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  s = shared_memory(sizeof *s, &win);
  for (int i = 0; i < TIMES; i++) {
    take(s);
    int count = s->count;
    sched_yield();
    s->count = count + 1;
    atomic_fetch_add(&s->serving, 1);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) CHECK(s->count == TIMES * world_size());
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
