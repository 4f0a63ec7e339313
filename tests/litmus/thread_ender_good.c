/* Who initialized MPI ends it, though that is not the thread of main().
 *
 * run: np=2 options="--check"
 * build: --check -pthread
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static void *begin_and_end(void *unused)
{
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return unused;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, begin_and_end, NULL);
  pthread_join(thread, NULL);
  return 0;
}
