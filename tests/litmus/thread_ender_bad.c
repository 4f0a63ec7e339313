/* Another thread than the one that initialized MPI ends it, though all others
 * are done.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: rank 0, thread 1 at thread_ender_bad.c:14: MPI_Finalize by another thread than the main one, which initialized MPI and is to end it [MPI-4.1 11.6.2] (2 times)
 * build: --check -pthread
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static void *end(void *unused)
{
  MPI_Finalize();
  return unused;
}

int main(int argc, char **argv)
{
  int provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  pthread_create(&thread, NULL, end, NULL);
  pthread_join(thread, NULL);
  return 0;
}
