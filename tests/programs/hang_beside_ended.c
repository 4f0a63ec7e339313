/* A rank has ended while its thread waited for a lock of a file. That another
 * waits in vain is told all the same.
 *
 * run: np=2 exit=122
 * stderr:   rank 1 at hang_beside_ended.c:39: sem_wait waits for a semaphore
 */
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/file.h>
#include <unistd.h>

static const char *path;

static void *locks(void *unused)
{
  flock(open(path, O_RDONLY), LOCK_EX);
  return unused;
}

int main(int argc, char **argv)
{
  int rank, level;
  pthread_t thread;
  sem_t never;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Finalize();
  path = argv[0];
  if (rank == 0) {
    locks(NULL);
    pthread_create(&thread, NULL, locks, NULL);
    usleep(1000);
    return 0;
  }
  sleep(1);
  sem_init(&never, 0, 0);
  sem_wait(&never);
  return 0;
}
