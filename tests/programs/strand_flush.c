/* Two threads flush one target at a time: neither comes back before its
 * operations are there, also if the other one's flush is under way already.
 *
 * run: np=2 twice=1
 * run: np=2 options="--protocol message --progress thread"
 * run: np=2 options="--protocol message --progress thread" args=all
 * stdout: ok
 * mpich: no (simulated time)
 */
#include "two_threads.h"

enum { BYTES = 1024 };
static const double latency = 1e-6; /* less than there and back */

static int all;

static void *put_and_flush(void *arg)
{
  static const char data[2 * BYTES];
  int at = arg ? BYTES : 0;
  MPI_Put(data, BYTES, MPI_BYTE, 1, at, BYTES, MPI_BYTE, window);
  pthread_barrier_wait(&both);
  double begin = MPI_Wtime();
  if (all)
    MPI_Win_flush_all(window);
  else
    MPI_Win_flush(1, window);
  CHECK(MPI_Wtime() - begin > 2 * latency);
  return NULL;
}

int main(int argc, char **argv)
{
  int provided;
  char *memory;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  all = argc > 1;
  MPI_Win_allocate(2 * BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &window);
  return two_threads(put_and_flush);
}
