/* MPI from several threads of a rank at a time: blocking calls overlap, each
 * pair of threads with a communicator of its own, and one thread receives
 * while another computes.
 *
 * run: np=2 twice=1
 * stdout: ok
 * run: np=4 options="--progress weak"
 * stdout: ok
 * run: np=4 options="--protocol message --progress thread"
 * stdout: ok
 */
#include "check.h"
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 20 };

static MPI_Comm comms[THREADS];
static MPI_Win window;
static long counter;

static void *talk(void *arg)
{
  long i = (long)arg;
  MPI_Comm c = comms[i];
  int rank, size, flag;
  MPI_Comm_rank(c, &rank);
  MPI_Comm_size(c, &size);
  MPI_Is_thread_main(&flag);
  CHECK(!flag);
  for (int k = 0; k < ROUNDS; k++) {
    long out = 1000 * i + 10 * rank + k, in, sum;
    MPI_Sendrecv(&out, 1, MPI_LONG, (rank + 1) % size, 5, &in, 1, MPI_LONG,
                 (rank + size - 1) % size, 5, c, MPI_STATUS_IGNORE);
    CHECK(in == 1000 * i + 10 * ((rank + size - 1) % size) + k);
    MPI_Allreduce(&out, &sum, 1, MPI_LONG, MPI_SUM, c);
    CHECK(sum == size * (1000 * i + k) + 5L * size * (size - 1));
    long one = 1, old;
    MPI_Fetch_and_op(&one, &old, MPI_LONG, 0, 0, MPI_SUM, window);
    MPI_Win_flush(0, window);
    CHECK(old >= 0 && old < (long)size * THREADS * ROUNDS);
  }
  return NULL;
}

int main(int argc, char **argv)
{
  int provided;
  pthread_t t[THREADS];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Query_thread(&provided);
  CHECK(provided == MPI_THREAD_MULTIPLE);
  for (int i = 0; i < THREADS; i++)
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
  MPI_Win_create(&counter, sizeof counter, sizeof counter, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &window);
  MPI_Win_lock_all(0, window);
  for (long i = 0; i < THREADS; i++)
    pthread_create(&t[i], NULL, talk, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], NULL);
  MPI_Win_unlock_all(window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0)
    CHECK(counter == (long)world_size() * THREADS * ROUNDS);
  MPI_Win_free(&window);
  int failed = report();
  MPI_Finalize();
  return failed;
}
