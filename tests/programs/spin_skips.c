/* A loop that waits leaves a part of it out from time to time, and does nothing
 * else then: its rounds are as long as all that comes back.
 *
 * mpich: no (oriel_compute)
 * run: np=2 args="pause" options="--ppn 2" twice=1
 * run: np=2 args="sum" options="--ppn 2" twice=1
 * run: np=2 args="both" options="--ppn 2" twice=1
 * run: np=2 args="order" options="--ppn 2" twice=1
 * run: np=2 args="parts" options="--ppn 2" twice=1
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int *flag;
static volatile double sum;

static void pause_but_seldom(void)
{
  unsigned k = 0;
  long looks = 0;
  while (!*flag) {
    looks++;
    k = (k + 1) & 7;
    if (k) __builtin_ia32_pause();
  }
  sum = (double)looks;
}

static void sum_seldom(void)
{
  int k = 0;
  while (!*flag)
    if (++k >= 100) {
      k = 0;
      sum += 0.1;
    }
}

/* The less that is left out, the more seldom. */
static void both(void)
{
  unsigned k = 0;
  long looks = 0;
  while (!*flag) {
    looks++;
    k = (k + 1) & 15;
    if (k & 3) __builtin_ia32_pause();
    if (k) atomic_signal_fence(memory_order_seq_cst), sum += 1;
  }
  sum = (double)looks;
}

/* Nothing of a round tells where it begins but the order of its parts. */
static void order(void)
{
  unsigned k = 0;
  long looks = 0;
  while (!*flag) {
    looks++;
    k = (k + 1) & 7;
    if (0x96 >> k & 1) __builtin_ia32_pause();
  }
  sum = (double)looks;
}

__attribute__((noinline)) static void add(double n)
{
  sum += n;
}

/* So do two parts of its own, each after a while of its own. */
static void two_parts(void)
{
  int x = 0, y = 0;
  long looks = 0;
  while (!*flag) {
    looks++;
    if (++x == 3) {
      x = 0;
      add(1);
    }
    if (++y == 5) {
      y = 0;
      add(2);
    }
  }
  sum = (double)looks;
}

int main(int argc, char **argv)
{
  MPI_Win win;
  MPI_Init(&argc, &argv);
  flag = shared_memory(sizeof *flag, &win);
  if (world_rank() == 0) {
    oriel_compute(1e-3);
    *flag = 1;
  } else {
    double begin = MPI_Wtime();
    if (!strcmp(argv[1], "pause")) pause_but_seldom();
    if (!strcmp(argv[1], "sum")) sum_seldom();
    if (!strcmp(argv[1], "both")) both();
    if (!strcmp(argv[1], "order")) order();
    if (!strcmp(argv[1], "parts")) two_parts();
    CHECK(MPI_Wtime() - begin > 0.9e-3 && MPI_Wtime() - begin < 1.1e-3);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
