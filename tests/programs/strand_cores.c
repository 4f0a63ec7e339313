/* Threads compute at the same time, each on a core of its rank's share of the
 * host: cores over ranks of that host. More threads than cores get c/k of the
 * speed each; who sleeps needs no core. Times by hand. Ranks of a host have one
 * share after the other, and are on its first core.
 *
 * run: np=1 options="--platform tests/platforms/four-cores.xml"
 * stdout: 4 cores
 * stdout: ok
 * run: np=2 options="--platform tests/platforms/four-cores.xml --map-by core"
 * stdout: 2 cores
 * stdout: ok
 * run: np=8 options="--platform tests/platforms/four-cores.xml --ppn 8"
 * stdout: 1 cores
 * stdout: ok
 * mpich: no (simulated time)
 */
#define _GNU_SOURCE
#include "check.h"
#include <oriel.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static int cores;

static int near(double a, double b)
{
  double d = a - b;
  return (d < 0 ? -d : d) < 1e-11;
}

static void *compute(void *arg)
{
  oriel_compute(*(double *)arg);
  return NULL;
}

static void *rest(void *arg)
{
  oriel_sleep(*(double *)arg);
  return NULL;
}

/* How long n threads of so many seconds take; main() waits. */
static double elapsed(int n, double *seconds, void *(*f)(void *))
{
  pthread_t t[16];
  double begin = oriel_now();
  for (int i = 0; i < n; i++)
    pthread_create(&t[i], NULL, f, &seconds[i]);
  for (int i = 0; i < n; i++)
    pthread_join(t[i], NULL);
  return oriel_now() - begin;
}

static void place(const cpu_set_t *set)
{
  enum { OF_HOST = 4 };
  int first = world_rank() * cores % OF_HOST;
  unsigned core, node;
  CHECK(sched_getcpu() == first && CPU_ISSET(first, set));
  CHECK(CPU_ISSET(first + cores - 1, set));
  CHECK(getcpu(&core, &node) == 0 && core == (unsigned)first && !node);
}

int main(int argc, char **argv)
{
  double one[16];
  cpu_set_t set;
  MPI_Init(&argc, &argv);
  sched_getaffinity(0, sizeof set, &set);
  cores = CPU_COUNT(&set);
  place(&set);
  for (int i = 0; i < 16; i++)
    one[i] = 1;
  for (int n = 1; n <= 16; n *= 2)
    CHECK(near(elapsed(n, one, compute), n <= cores ? 1 : (double)n / cores));
  CHECK(near(elapsed(16, one, rest), 1));

  /* c + 1 strands, of which one computes 0.5 s: it ends when each has done
   * 0.5 s at c/(c+1), then the others have 0.5 s left at full speed. */
  one[0] = 0.5;
  double first = 0.5 * (cores + 1) / cores;
  CHECK(near(elapsed(cores + 1, one, compute), first + 0.5));
  if (world_rank() == 0) printf("%d cores\n", cores);
  int failed = report();
  MPI_Finalize();
  return failed;
}
