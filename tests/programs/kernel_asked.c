/* Who asks the kernel again and again how a lock, a queue or a semaphore is
 * waits for other ranks, which go on meanwhile.
 *
 * run: np=2 args="semaphore" twice=1
 * run: np=2 args="lock" twice=1
 * run: np=2 args="lockf"
 * run: np=2 args="messages"
 * run: np=2 args="queue"
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <fcntl.h>
#include <mqueue.h>
#include <oriel.h>
#include <string.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <unistd.h>

static int rank, object;

static void share(int made)
{
  object = made;
  MPI_Bcast(&object, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

static void semaphore(int asks)
{
  struct sembuf one = {0, 1, 0};
  if (asks)
    share(semget(IPC_PRIVATE, 1, 0600));
  else
    share(0);
  if (!asks) oriel_compute(1e-4);
  if (!asks) CHECK(semop(object, &one, 1) == 0);
  while (asks && semctl(object, 0, GETVAL) == 0)
    ;
  if (asks) CHECK(semctl(object, 0, IPC_RMID) == 0);
}

static void messages(int asks)
{
  struct msqid_ds now = {.msg_qnum = 0};
  struct {
    long type;
    char text;
  } message = {1, 0};
  share(asks ? msgget(IPC_PRIVATE, 0600) : 0);
  if (!asks) oriel_compute(1e-4);
  if (!asks) CHECK(msgsnd(object, &message, 1, 0) == 0);
  while (asks && !now.msg_qnum)
    CHECK(msgctl(object, IPC_STAT, &now) == 0);
  if (asks) CHECK(msgctl(object, IPC_RMID, NULL) == 0);
}

static void queue(int asks)
{
  struct mq_attr now = {.mq_maxmsg = 2, .mq_msgsize = 1};
  char name[32];
  share(asks ? getpid() : 0);
  snprintf(name, sizeof name, "/oriel-asked-%d", object);
  mqd_t q = mq_open(name, O_CREAT | O_RDWR, 0600, &now);
  MPI_Barrier(MPI_COMM_WORLD);
  if (asks) mq_unlink(name);
  if (q == (mqd_t)-1) return; /* the host has none */
  if (!asks) oriel_compute(1e-4);
  if (!asks) CHECK(mq_send(q, "", 1, 0) == 0);
  for (now.mq_curmsgs = 0; asks && !now.mq_curmsgs;)
    CHECK(mq_getattr(q, &now) == 0);
  mq_close(q);
}

static void lock(int asks, int by_lockf)
{
  int fd = open("asked", O_CREAT | O_RDWR, 0600);
  struct flock l = {.l_type = F_WRLCK, .l_len = 1};
  if (!asks) CHECK(fcntl(fd, F_SETLK, &l) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  if (!asks) oriel_compute(1e-4);
  l.l_type = F_UNLCK;
  if (!asks) CHECK(fcntl(fd, F_SETLK, &l) == 0);
  while (asks && by_lockf && lockf(fd, F_TEST, 1))
    ;
  do {
    l.l_type = F_WRLCK;
    if (asks) CHECK(fcntl(fd, F_GETLK, &l) == 0);
  } while (asks && l.l_type != F_UNLCK);
  close(fd);
  if (asks) unlink("asked");
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char *what = argv[1];
  double begin = MPI_Wtime();
  if (strcmp(what, "semaphore") == 0) semaphore(rank == 0);
  if (strcmp(what, "messages") == 0) messages(rank == 0);
  if (strcmp(what, "queue") == 0) queue(rank == 0);
  if (strcmp(what, "lock") == 0) lock(rank == 0, 0);
  if (strcmp(what, "lockf") == 0) lock(rank == 0, 1);
  CHECK(MPI_Wtime() - begin < 3e-4);
  report();
  MPI_Finalize();
}
