/* A read-write lock that prefers writers is had by one although readers follow
 * each other without end; who gives up waiting to write lets readers pass.
 *
 * run: np=1
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

enum { READERS = 2, READS = 100, READ_FOR = 10000, OFFSET = 5000 };

static pthread_rwlock_t fixed =
    PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static pthread_rwlock_t made, *lock;
static int written, in_vain, reads_of_late;

/* One of the two holds the lock at any time. */
static void *reads(void *number)
{
  usleep(OFFSET * *(int *)number);
  for (int i = 0; i < READS; i++) {
    pthread_rwlock_rdlock(lock);
    int seen = written;
    usleep(READ_FOR);
    pthread_rwlock_unlock(lock);
    if (seen) return NULL;
  }
  in_vain++;
  return NULL;
}

static void writer_comes(pthread_rwlock_t *l)
{
  pthread_t readers[READERS];
  int numbers[READERS] = {0, 1};
  lock = l;
  written = 0;
  for (int i = 0; i < READERS; i++)
    pthread_create(&readers[i], NULL, reads, &numbers[i]);
  usleep(2 * READ_FOR);
  pthread_rwlock_wrlock(lock);
  CHECK(pthread_rwlock_tryrdlock(lock) == EBUSY);
  written = 1;
  pthread_rwlock_unlock(lock);
  for (int i = 0; i < READERS; i++)
    pthread_join(readers[i], NULL);
  CHECK(in_vain == 0);
}

static void *gives_up(void *unused)
{
  struct timespec date;
  clock_gettime(CLOCK_REALTIME, &date);
  date.tv_sec++;
  CHECK(pthread_rwlock_timedwrlock(lock, &date) == ETIMEDOUT);
  return unused;
}

static void *reads_late(void *unused)
{
  pthread_rwlock_rdlock(lock);
  reads_of_late++;
  pthread_rwlock_unlock(lock);
  return unused;
}

/* The lock is held for reading all the time. */
static void writer_gives_up(void)
{
  pthread_t writer, reader;
  pthread_rwlock_rdlock(lock);
  pthread_create(&writer, NULL, gives_up, NULL);
  usleep(READ_FOR);
  CHECK(pthread_rwlock_tryrdlock(lock) == EBUSY);
  pthread_create(&reader, NULL, reads_late, NULL);
  usleep(READ_FOR);
  CHECK(reads_of_late == 0);
  pthread_join(reader, NULL);
  CHECK(reads_of_late == 1);
  pthread_join(writer, NULL);
  pthread_rwlock_unlock(lock);
}

int main(int argc, char **argv)
{
  pthread_rwlockattr_t prefers;
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  writer_comes(&fixed);
  pthread_rwlockattr_init(&prefers);
  pthread_rwlockattr_setkind_np(&prefers,
                                PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&made, &prefers);
  writer_comes(&made);
  writer_gives_up();
  int code = report();
  MPI_Finalize();
  return code;
}
