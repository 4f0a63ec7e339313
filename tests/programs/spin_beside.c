/* A strand that goes on in small steps beside one that waits in a loop for long
 * is stepped through its own code, and no farther: not through the calls in
 * which it parks.
 *
 * mpich: no (it has no simulated time)
 * build: -pthread
 * run: np=1 args="compute"
 * run: np=2 args="compute" options="--ppn 2"
 * run: np=1 args="sleep" twice=1
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { STEPS = 300 };

static atomic_int flag;

static void *spin(void *a)
{
  while (!atomic_load(&flag))
    continue;
  return a;
}

int main(int argc, char **argv)
{
  int level;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  pthread_create(&thread, NULL, spin, NULL);
  for (int i = 0; i < STEPS; i++)
    if (!strcmp(argv[1], "sleep"))
      usleep(1);
    else
      oriel_compute(1e-6);
  atomic_store(&flag, 1);
  pthread_join(thread, NULL);
  int code = report();
  MPI_Finalize();
  return code;
}
