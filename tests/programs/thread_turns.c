/* Threads that hand on a turn, each waiting for its own in a loop that calls
 * nothing. They come back to the same loop in the same state, but have stored
 * in between: the others must look again.
 *
 * run: np=1
 * build: -pthread
 * stdout: 20 20 20
 * mpich: no, it needs a processor for each thread
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
enum { THREADS = 3, ROUNDS = 20 };
static volatile int turn;
static int rounds[THREADS];
static void *take_turns(void *arg)
{
  int me = (int)(long)arg;
  for (volatile int i = 0; i < ROUNDS; i++) {
    while (turn != me)
      ;
    rounds[me]++;
    turn = (me + 1) % THREADS;
  }
  return NULL;
}
int main(int argc, char **argv)
{
  int given;
  pthread_t t[THREADS];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &given);
  for (long i = 0; i < THREADS; i++)
    pthread_create(&t[i], NULL, take_turns, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], NULL);
  printf("%d %d %d\n", rounds[0], rounds[1], rounds[2]);
  MPI_Finalize();
}
