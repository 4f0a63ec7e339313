/* Queues of messages, POSIX's and System V's, and System V's semaphores: by
 * these ranks wait for each other (libc_wait.h).
 *
 * The objects are the host's, and stay where nobody removes them. Invariant: no
 * attempt waits; who asks again and again how they are lets the others go on.
 */
#include "libc.h"
#include "libc_wait.h"

#include "../rank/calls.h"
#include "../rank/polls.h"

#include <errno.h>
#include <math.h>
#include <mqueue.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>

static const char a_message[] = "a message", a_room[] = "room for a message";

/* --- POSIX's queues --- */

/* A date that has passed is not waited for. */
static const struct timespec never_wait;

static long try_mq_receive(const long *a)
{
  return mq_timedreceive((mqd_t)a[0], (char *)a[1], (size_t)a[2],
                         (unsigned *)a[3], &never_wait);
}

static long try_mq_send(const long *a)
{
  return mq_timedsend((mqd_t)a[0], (const char *)a[1], (size_t)a[2],
                      (unsigned)a[3], &never_wait);
}

/* Of a queue that does not wait it is the kernel who says so. */
static long mq(struct kernel_wait *w, const struct timespec *limit,
               struct pause pause)
{
  struct mq_attr now = {0};
  mq_getattr((mqd_t)w->arguments[0], &now);
  w->at_once = now.mq_flags & O_NONBLOCK;
  w->object = libc_wait_file((int)w->arguments[0]);
  w->way = WAIT_BOTH;
  w->date = limit ? libc_date(CLOCK_REALTIME, limit) : HUGE_VAL;
  if (limit && (limit->tv_nsec < 0 || limit->tv_nsec >= 1000000000))
    w->date = NAN;
  w->late = ETIMEDOUT;
  return libc_wait(w, pause);
}

static ssize_t mq_receive_until(mqd_t queue, char *to, size_t n,
                                unsigned *priority, const struct timespec *t,
                                struct pause pause)
{
  struct kernel_wait w = {
      .attempt = try_mq_receive,
      .arguments = {queue, (long)to, (long)n, (long)priority},
      .what = a_message};
  return mq(&w, t, pause);
}

static int mq_send_until(mqd_t queue, const char *from, size_t n,
                         unsigned priority, const struct timespec *t,
                         struct pause pause)
{
  struct kernel_wait w = {.attempt = try_mq_send,
                          .arguments = {queue, (long)from, (long)n, priority},
                          .what = a_room};
  return (int)mq(&w, t, pause);
}

static ssize_t ipc_mq_receive(mqd_t queue, char *to, size_t n,
                              unsigned *priority)
{
  return mq_receive_until(queue, to, n, priority, NULL, PAUSE("mq_receive"));
}

static ssize_t ipc_mq_timedreceive(mqd_t queue, char *to, size_t n,
                                   unsigned *priority, const struct timespec *t)
{
  return mq_receive_until(queue, to, n, priority, t, PAUSE("mq_timedreceive"));
}

static int ipc_mq_send(mqd_t queue, const char *from, size_t n,
                       unsigned priority)
{
  return mq_send_until(queue, from, n, priority, NULL, PAUSE("mq_send"));
}

static int ipc_mq_timedsend(mqd_t queue, const char *from, size_t n,
                            unsigned priority, const struct timespec *t)
{
  return mq_send_until(queue, from, n, priority, t, PAUSE("mq_timedsend"));
}

static int ipc_mq_getattr(mqd_t queue, struct mq_attr *to)
{
  strand_note_call(PAUSE("mq_getattr"));
  return mq_getattr(queue, to);
}

/* --- System V's queues --- */

static long try_msgrcv(const long *a)
{
  return msgrcv((int)a[0], (void *)a[1], (size_t)a[2], a[3],
                (int)a[4] | IPC_NOWAIT);
}

static long try_msgsnd(const long *a)
{
  return msgsnd((int)a[0], (const void *)a[1], (size_t)a[2],
                (int)a[4] | IPC_NOWAIT);
}

static uint64_t queue_of(int id)
{
  return libc_wait_object(WAIT_QUEUE, (uint64_t)id, 0);
}

static ssize_t ipc_msgrcv(int queue, void *to, size_t n, long type, int flags)
{
  struct kernel_wait w = {.attempt = try_msgrcv,
                          .arguments = {queue, (long)to, (long)n, type, flags},
                          .object = queue_of(queue),
                          .way = WAIT_BOTH,
                          .what = a_message,
                          .at_once = flags & IPC_NOWAIT,
                          .date = HUGE_VAL};
  return libc_wait(&w, PAUSE("msgrcv"));
}

static int ipc_msgsnd(int queue, const void *from, size_t n, int flags)
{
  struct kernel_wait w = {.attempt = try_msgsnd,
                          .arguments = {queue, (long)from, (long)n, 0, flags},
                          .object = queue_of(queue),
                          .way = WAIT_BOTH,
                          .what = a_room,
                          .at_once = flags & IPC_NOWAIT,
                          .date = HUGE_VAL};
  return (int)libc_wait(&w, PAUSE("msgsnd"));
}

/* It may be removed, or larger than it was. */
static int ipc_msgctl(int queue, int command, struct msqid_ds *about)
{
  strand_note_call(PAUSE("msgctl"));
  int result = msgctl(queue, command, about);
  libc_wait_changed(queue_of(queue));
  return result;
}

/* --- System V's semaphores --- */

enum { OPERATIONS_MAX = 500 }; /* the kernel's own limit */

static long try_semop(const long *a)
{
  struct sembuf all[OPERATIONS_MAX];
  size_t n = (size_t)a[2];
  memcpy(all, (const void *)a[1], n * sizeof *all);
  for (size_t i = 0; i < n; i++)
    all[i].sem_flg |= IPC_NOWAIT;
  return semop((int)a[0], all, n);
}

/* Is the operation that cannot be done, after those before it, one that is not
 * to be waited for? */
static bool is_not_waited_for(int id, const struct sembuf *all, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    int value = semctl(id, all[i].sem_num, GETVAL);
    for (size_t k = 0; k < i; k++)
      if (all[k].sem_num == all[i].sem_num) value += all[k].sem_op;
    if (all[i].sem_op ? value + all[i].sem_op < 0 : value)
      return all[i].sem_flg & IPC_NOWAIT;
  }
  return false;
}

static int semop_until(int id, const struct sembuf *all, size_t n, double date,
                       struct pause pause)
{
  if (n > OPERATIONS_MAX) return errno = E2BIG, -1;
  struct kernel_wait w = {
      .attempt = try_semop,
      .arguments = {id, (long)all, (long)n},
      .object = libc_wait_object(WAIT_SEMAPHORES, (uint64_t)id, 0),
      .way = WAIT_BOTH,
      .what = "a semaphore",
      .at_once = is_not_waited_for(id, all, n),
      .date = date,
      .late = EAGAIN};
  return (int)libc_wait(&w, pause);
}

static int ipc_semop(int id, struct sembuf *all, size_t n)
{
  return semop_until(id, all, n, HUGE_VAL, PAUSE("semop"));
}

static int ipc_semtimedop(int id, struct sembuf *all, size_t n,
                          const struct timespec *t)
{
  struct pause pause = PAUSE("semtimedop");
  if (!t) return semop_until(id, all, n, HUGE_VAL, pause);
  rank_meet();
  double seconds = (double)t->tv_sec + 1e-9 * (double)t->tv_nsec;
  return semop_until(id, all, n, self->time + seconds, pause);
}

static int ipc_semctl(int id, int number, int command, ...)
{
  va_list args;
  va_start(args, command);
  void *argument = va_arg(args, void *);
  va_end(args);
  strand_note_call(PAUSE("semctl"));
  int result = semctl(id, number, command, argument);
  libc_wait_changed(libc_wait_object(WAIT_SEMAPHORES, (uint64_t)id, 0));
  return result;
}

const struct libc_entry libc_ipc_table[] = {
    {"mq_getattr", ipc_mq_getattr},
    {"mq_receive", ipc_mq_receive},
    {"mq_timedreceive", ipc_mq_timedreceive},
    {"mq_send", ipc_mq_send},
    {"mq_timedsend", ipc_mq_timedsend},
    {"msgrcv", ipc_msgrcv},
    {"msgsnd", ipc_msgsnd},
    {"msgctl", ipc_msgctl},
    {"semop", ipc_semop},
    {"semtimedop", ipc_semtimedop},
    {"semctl", ipc_semctl},
    {NULL, NULL}};
