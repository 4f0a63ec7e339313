/* Threads take turns by atomics, which are not seen: orielcc --check has not
 * compiled this. So nobody says that nothing orders their collectives.
 *
 * run: np=2 options="--check"
 * build: -pthread
 */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;

static void *sum(void *nothing)
{
  int one = 1, all;
  while (!atomic_load(&turn))
    ;
  MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return nothing;
}

int main(int argc, char **argv)
{
  int one = 1, all, provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  pthread_create(&thread, NULL, sum, NULL);
  MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  atomic_store(&turn, 1);
  pthread_join(thread, NULL);
  MPI_Finalize();
}
