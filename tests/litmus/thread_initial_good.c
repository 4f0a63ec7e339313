/* The thread that calls MPI_Init_thread is the main one, whichever that is; it
 * calls MPI alone, and before it ends.
 *
 * run: np=2 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static void *begin(void *unused)
{
  int provided, main;
  (void)unused;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Is_thread_main(&main);
  if (!main) puts("the first thread is not the main one");
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return NULL;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, begin, NULL);
  pthread_join(thread, NULL);
}
