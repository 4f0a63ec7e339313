/* A rank that has ended while its threads waited for what ranks share is not
 * given it: a semaphore's post, a mutex, a signal go to who is there.
 *
 * run: np=3 options="--ppn 3"
 * run: np=3 options="--ppn 3 --order reverse"
 * stdout: 3
 */
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/mman.h>
#include <fcntl.h>
#include <unistd.h>

static struct shared {
  pthread_mutex_t mutex, guard;
  pthread_cond_t signalled;
  sem_t semaphore;
} * shared;

static void share(void)
{
  const char *name = "/semaphore_of_ended";
  int file = shm_open(name, O_RDWR | O_CREAT, 0600);
  if (ftruncate(file, sizeof *shared)) perror(name);
  shared =
      mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
}

static void initialise(void)
{
  pthread_mutexattr_t mutex;
  pthread_condattr_t condition;
  pthread_mutexattr_init(&mutex);
  pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&shared->mutex, &mutex);
  pthread_mutex_init(&shared->guard, &mutex);
  pthread_condattr_init(&condition);
  pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
  pthread_cond_init(&shared->signalled, &condition);
  sem_init(&shared->semaphore, 1, 0);
}

static void *locks(void *unused)
{
  pthread_mutex_lock(&shared->mutex);
  pthread_mutex_unlock(&shared->mutex);
  return unused;
}

static void *waits(void *unused)
{
  pthread_mutex_lock(&shared->guard);
  pthread_cond_wait(&shared->signalled, &shared->guard);
  pthread_mutex_unlock(&shared->guard);
  return unused;
}

static void *takes(void *unused)
{
  sem_wait(&shared->semaphore);
  return unused;
}

static void *(*const all[])(void *) = {locks, waits, takes};
enum { ALL = sizeof all / sizeof *all };

static void start(pthread_t *threads)
{
  for (int i = 0; i < ALL; i++)
    pthread_create(&threads[i], NULL, all[i], NULL);
}

/* The second rank gives each thing once. */
static void give(void)
{
  sleep(2);
  pthread_mutex_unlock(&shared->mutex);
  pthread_cond_signal(&shared->signalled);
  sem_post(&shared->semaphore);
}

int main(int argc, char **argv)
{
  int rank, level, ended = 0;
  pthread_t threads[ALL];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  share();
  if (rank == 1) initialise();
  if (rank == 1) pthread_mutex_lock(&shared->mutex);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) start(threads);
  if (rank == 0) usleep(1000);
  MPI_Finalize();
  if (rank == 0) return 0;
  if (rank == 1) return give(), 0;
  sleep(1);
  start(threads);
  for (int i = 0; i < ALL; i++)
    ended += pthread_join(threads[i], NULL) == 0;
  printf("%d\n", ended);
  return 0;
}
