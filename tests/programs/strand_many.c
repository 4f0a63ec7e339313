/* Thousands of threads that are alive at once, twice, while one polls: what
 * each costs does not grow with their number.
 *
 * run: np=1 args=100 twice=1
 * run: np=1 args=20000 limit=4
 * stdout: ok
 */
#include "check.h"
#include <pthread.h>

static pthread_barrier_t all;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ended;

static void *wait(void *number)
{
  pthread_barrier_wait(&all);
  pthread_mutex_lock(&mutex);
  ended++;
  pthread_mutex_unlock(&mutex);
  return number;
}

static void *poll(void *request)
{
  int flag = 0;
  while (!flag)
    MPI_Test(request, &flag, MPI_STATUS_IGNORE);
  return NULL;
}

static void together(pthread_t *threads, long n)
{
  void *number;
  pthread_barrier_init(&all, NULL, (unsigned)n);
  for (long i = 0; i < n; i++)
    pthread_create(&threads[i], NULL, wait, (void *)i);
  for (long i = 0; i < n; i++) {
    CHECK(pthread_join(threads[i], &number) == 0);
    CHECK((long)number == i);
  }
  pthread_barrier_destroy(&all);
}

int main(int argc, char **argv)
{
  int provided, message = 1, got = 0;
  MPI_Request request;
  pthread_t poller;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  long n = atol(argv[1]);
  pthread_t *threads = malloc((size_t)n * sizeof *threads);
  MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
  pthread_create(&poller, NULL, poll, &request);
  together(threads, n);
  together(threads, n);
  MPI_Send(&message, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
  pthread_join(poller, NULL);
  CHECK(ended == 2 * n && got == 1);
  free(threads);
  int code = report();
  MPI_Finalize();
  return code;
}
