/* A word goes to and fro, and who waits for it pauses the longer, the more
 * often it has looked: by the logarithm of that, or by its power up to a limit.
 * Both for two ranks and for two threads of one.
 *
 * mpich: no (volatile is all that orders them)
 * build: -lpthread
 * run: np=2 args="logarithm" options="--ppn 2" limit=20 twice=1
 * run: np=2 args="power" options="--ppn 2" limit=20 twice=1
 * stdout: ok
 */
#include "check.h"

#include <pthread.h>

enum { TIMES = 50 };

static int powers;

static void pause_longer(unsigned i)
{
  if (powers)
    for (unsigned k = 1; k < 1u << (i < 8 ? i : 8); k++)
      __asm__ volatile("pause" ::: "memory");
  else if (i > 8)
    for (int k = 31 - __builtin_clz(i); k > 0; k--)
      __asm__ volatile("nop");
  __asm__ volatile("pause" ::: "memory");
}

static void take_turns(volatile int *turn, int me)
{
  for (int n = 0; n < TIMES; n++) {
    unsigned i = 0;
    while (*turn != me)
      pause_longer(++i);
    *turn = 1 - me;
  }
}

static volatile int turn_of_threads;

static void *other_thread(void *arg)
{
  take_turns(&turn_of_threads, 1);
  return arg;
}

int main(int argc, char **argv)
{
  MPI_Win win;
  pthread_t other;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  powers = strcmp(argv[1], "power") == 0;
  volatile int *turn = shared_memory(sizeof *turn, &win);
  take_turns(turn, world_rank());
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(*turn == 0);
  CHECK(pthread_create(&other, NULL, other_thread, NULL) == 0);
  take_turns(&turn_of_threads, 0);
  pthread_join(other, NULL);
  CHECK(turn_of_threads == 0);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
