/* Ranks wait for each other by queues of messages, of POSIX and of System V,
 * and by System V's semaphores, whose limits are simulated.
 *
 * run: np=4 twice=1
 * run: np=4 options="--check"
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <oriel.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <time.h>
#include <unistd.h>

static int rank;
#define CLOSE(seconds, to) ((seconds) > 0.9 * (to) && (seconds) < 1.1 * (to))

static int made_by_0(int object)
{
  MPI_Bcast(&object, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return object;
}

static struct timespec in(double seconds)
{
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  long nano = t.tv_nsec + (long)(1e9 * seconds);
  return (struct timespec){t.tv_sec + nano / 1000000000, nano % 1000000000};
}

/* Rank 0 gets one of each of the others; a queue has room for two. */
static void by_mq(void)
{
  char name[32], got;
  struct mq_attr attr = {.mq_maxmsg = 2, .mq_msgsize = 1};
  snprintf(name, sizeof name, "/oriel-test-%d-%ld", made_by_0((int)time(NULL)),
           (long)made_by_0((int)(size_t)&attr));
  if (rank == 0) mq_unlink(name);
  MPI_Barrier(MPI_COMM_WORLD);
  mqd_t q = mq_open(name, O_CREAT | O_RDWR, 0600, &attr);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) CHECK(mq_unlink(name) == 0);
  double begin = MPI_Wtime();
  struct timespec limit = in(1e-3);
  if (rank == 0) {
    CHECK(mq_timedreceive(q, &got, 1, NULL, &limit) == -1);
    CHECK(errno == ETIMEDOUT && CLOSE(MPI_Wtime() - begin, 1e-3));
    for (int i = 0; i < 6; i++)
      CHECK(mq_receive(q, &got, 1, NULL) == 1);
    CHECK(CLOSE(MPI_Wtime() - begin, 2e-3));
  } else {
    oriel_compute(2e-3);
    CHECK(mq_send(q, "a", 1, 0) == 0 && mq_send(q, "b", 1, 0) == 0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  begin = MPI_Wtime();
  limit = in(1e-3);
  int failed = mq_timedsend(q, "c", 1, 0, &limit);
  int error = errno, n = failed != 0, all;
  CHECK(!failed || (error == ETIMEDOUT && CLOSE(MPI_Wtime() - begin, 1e-3)));
  MPI_Allreduce(&n, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(all == 2);
  struct mq_attr at_once = {.mq_flags = O_NONBLOCK};
  CHECK(mq_setattr(q, &at_once, NULL) == 0);
  CHECK(mq_send(q, "d", 1, 0) == -1 && errno == EAGAIN);
  mq_close(q);
}

static void by_msg(void)
{
  struct {
    long type;
    char text[8000];
  } m = {.type = rank + 1};
  int q = made_by_0(rank == 0 ? msgget(IPC_PRIVATE, 0600) : -1);
  double begin = MPI_Wtime();
  if (rank == 0) {
    CHECK(msgrcv(q, &m, sizeof m.text, 0, IPC_NOWAIT) == -1 && errno == ENOMSG);
    oriel_compute(1e-3);
    for (int i = 3; i > 0; i--)
      CHECK(msgrcv(q, &m, sizeof m.text, i + 1, 0) == sizeof m.text);
  } else {
    oriel_compute(1e-4 * (4 - rank)); /* 3 and 2, so that 1 has no room */
    CHECK(msgsnd(q, &m, sizeof m.text, 0) == 0);
    CHECK(rank != 1 || CLOSE(MPI_Wtime() - begin, 1e-3));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  begin = MPI_Wtime();
  if (rank == 1) CHECK(msgrcv(q, &m, sizeof m.text, 1, 0) >= 0);
  if (rank == 2) oriel_compute(1e-3);
  m.type = 1;
  if (rank == 2) CHECK(msgsnd(q, &m, 1, 0) == 0);
  if (rank == 1) CHECK(CLOSE(MPI_Wtime() - begin, 1e-3));
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) CHECK(msgctl(q, IPC_RMID, NULL) == 0);
}

static int change(int s, int by, int flags)
{
  struct sembuf b = {0, (short)by, (short)flags};
  return semop(s, &b, 1);
}

static void by_sem(void)
{
  int s = made_by_0(rank == 0 ? semget(IPC_PRIVATE, 1, 0600) : -1);
  double begin = MPI_Wtime();
  if (rank == 0) {
    oriel_compute(1e-3);
    CHECK(change(s, 3, 0) == 0 && change(s, 0, 0) == 0);
  } else {
    CHECK(change(s, -1, IPC_NOWAIT) == -1 && errno == EAGAIN);
    CHECK(change(s, -1, 0) == 0);
  }
  CHECK(CLOSE(MPI_Wtime() - begin, 1e-3));
  MPI_Barrier(MPI_COMM_WORLD);
  begin = MPI_Wtime();
  /* A lock: wait for 0, and make it 1, which would not wait. */
  struct sembuf lock[2] = {{0, 0, 0}, {0, 1, IPC_NOWAIT}};
  CHECK(semop(s, lock, 2) == 0);
  oriel_compute(1e-3);
  CHECK(change(s, -1, 0) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(CLOSE(MPI_Wtime() - begin, 4e-3));
  begin = MPI_Wtime();
  struct sembuf one = {0, -1, 0};
  struct timespec limit = {0, 1000000};
  CHECK(semtimedop(s, &one, 1, &limit) == -1 && errno == EAGAIN);
  CHECK(CLOSE(MPI_Wtime() - begin, 1e-3));
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) CHECK(semctl(s, 0, IPC_RMID) == 0);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  by_mq();
  by_msg();
  by_sem();
  report();
  MPI_Finalize();
}
