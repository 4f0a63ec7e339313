/* A lock that is taken by who finds it free, and looked at after longer and
 * longer loops that count: up to a thousand times, as textbooks have it. Each
 * round has thousands of instructions and reads one word that others change:
 * so who waits looks when that is another.
 *
 * mpich: no (oriel_compute)
 * run: np=8 args="512" options="--ppn 8" limit=10 twice=1
 * run: np=8 args="1024" options="--ppn 8" limit=10
 * run: np=8 args="1024 tries" options="--ppn 8" limit=10
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>
#include <stdatomic.h>

enum { TIMES = 10 };

struct shared {
  atomic_int lock;
  int count;
};

static long tries;

/* It does not come back to where it was, but for what that decides. */
static void take_and_count(struct shared *s, int most)
{
  int n = 1;
  while (atomic_exchange(&s->lock, 1)) {
    tries++;
    for (volatile int i = 0; i < n; i++)
      continue;
    if (n < most) n *= 2;
  }
}

static void take(struct shared *s, int most)
{
  int n = 1;
  while (atomic_exchange(&s->lock, 1)) {
    for (volatile int i = 0; i < n; i++)
      continue;
    if (n < most) n *= 2;
  }
}

int main(int argc, char **argv)
{
  struct shared *s;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  s = shared_memory(sizeof *s, &win);
  double begin = MPI_Wtime();
  for (int i = 0; i < TIMES; i++) {
    (argc > 2 ? take_and_count : take)(s, atoi(argv[1]));
    s->count++;
    oriel_compute(1e-6);
    atomic_store(&s->lock, 0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_Wtime() - begin > TIMES * world_size() * 1e-6);
  CHECK(MPI_Wtime() - begin < TIMES * world_size() * 2e-6);
  CHECK(s->count == TIMES * world_size());
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
