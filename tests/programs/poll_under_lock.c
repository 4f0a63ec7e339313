/* A thread that looks for a message under a lock, which it gives back after
 * each look, waits for minutes as who has no lock does; and who wants the lock
 * has it after one look.
 *
 * run: np=2 limit=10
 * stdout: ok
 * mpich: no, it would take minutes
 */
#include "check.h"

#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void sleep_for(double seconds)
{
  struct timespec t = {(time_t)seconds,
                       (long)(1e9 * (seconds - (long)seconds))};
  nanosleep(&t, NULL);
}

static void *look(void *unused)
{
  int flag = 0;
  (void)unused;
  while (!flag) {
    pthread_mutex_lock(&mutex);
    MPI_Iprobe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

static void take(double after)
{
  sleep_for(after);
  double begin = MPI_Wtime();
  pthread_mutex_lock(&mutex);
  double taken = MPI_Wtime() - begin;
  CHECK(taken < 2e-7); /* a look takes 1e-7 */
  sleep_for(1e-6);
  pthread_mutex_unlock(&mutex);
}

int main(int argc, char **argv)
{
  int provided, rank, x = 0;
  pthread_t looks;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  pthread_create(&looks, NULL, look, NULL);
  for (int i = 0; i < 100; i++)
    take(0.6 + 0.00317 * i);
  double now = MPI_Wtime();
  CHECK(now > 75.69 && now < 75.70);
  MPI_Send(&x, 1, MPI_INT, 1 - rank, 5, MPI_COMM_WORLD);
  pthread_join(looks, NULL);
  MPI_Recv(&x, 1, MPI_INT, 1 - rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  int code = report();
  MPI_Finalize();
  return code;
}
