/* The cycle of a deadlock leads through threads, too: those that wait for each
 * other's mutexes and ends, and for other ranks. Of a rank with several threads
 * any may do what another rank waits for, but those that wait for others of
 * their own; where one waits for who knows whom, no cycle is told.
 *
 * mpich: no (it would hang)
 * build: -pthread
 * run: np=1 exit=122 args="mutexes"
 * stderr: rank 0, thread 0 at deadlock_threads.c:85: pthread_mutex_lock waits for a mutex that thread 1 holds
 * stderr: cycle: rank 0, thread 0 -> rank 0, thread 1 -> rank 0, thread 0
 * run: np=2 exit=122 args="message"
 * stderr: cycle: rank 0, thread 0 -> rank 0, thread 1 -> rank 1 -> rank 0, thread 0
 * run: np=2 exit=122 args="join"
 * stderr: cycle: rank 0, thread 0 -> rank 0, thread 1 -> rank 1, thread 0 -> rank 1, thread 1 -> rank 0, thread 0
 * run: np=1 exit=122 args="again"
 * stderr: cycle: rank 0 -> rank 0
 * run: np=2 exit=122 args="beside"
 * stderr: cycle: rank 0, thread 0 -> rank 0, thread 2 -> rank 1 -> rank 0, thread 0
 * run: np=2 exit=122 args="reader"
 * stderr: rank 0, thread 0 at deadlock_threads.c:86: pthread_rwlock_wrlock waits for a read-write lock with 1 reader
 * stderr: cycle: rank 0, thread 0 -> rank 0, thread 1 -> rank 1 -> rank 0, thread 0
 * run: np=2 exit=122 args="unknown"
 * report: oriel: deadlock at 0.000100000 s: 2 of 2 ranks wait, and nothing can happen any more
 * report:   rank 0, thread 1 at deadlock_threads.c:55: MPI_Recv waits for a message from any rank with tag 0 in MPI_COMM_WORLD
 * report:   rank 0, thread 0 at deadlock_threads.c:87: pthread_mutex_lock waits for a mutex that thread 1 holds
 * report:   rank 1 at deadlock_threads.c:90: MPI_Recv waits for a message from rank 0 with tag 0 in MPI_COMM_WORLD
 */
#include <mpi.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER,
                       b = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static const char *how;
static int rank;

static int is(const char *name)
{
  return !strcmp(how, name);
}

static void *other(void *arg)
{
  int from = is("unknown") ? MPI_ANY_SOURCE : !rank, value;
  if (is("mutexes")) {
    pthread_mutex_lock(&b);
    usleep(10);
    pthread_mutex_lock(&a);
  } else {
    if (is("reader")) pthread_rwlock_rdlock(&lock);
    pthread_mutex_lock(&a);
    MPI_Recv(&value, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pthread_mutex_unlock(&a);
  }
  return arg;
}

static void *wait_beside(void *arg)
{
  pthread_mutex_lock(&b);
  pthread_cond_wait(&never, &b);
  return arg;
}

int main(int argc, char **argv)
{
  pthread_t thread, third;
  int level, value = 0;
  how = argc > 1 ? argv[1] : "mutexes";
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (is("mutexes")) pthread_mutex_lock(&a);
  if (is("beside") && rank == 0)
    pthread_create(&third, NULL, wait_beside, NULL);
  if (is("again")) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&a);
  }
  if (rank == 0 || is("join")) {
    pthread_create(&thread, NULL, other, NULL);
    usleep(100);
    if (is("mutexes")) pthread_mutex_lock(&b);
    if (is("reader")) pthread_rwlock_wrlock(&lock);
    if (!is("join")) pthread_mutex_lock(&a);
    pthread_join(thread, NULL);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Send(&value, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
