# Waits in the kernel that no rank can end any more are a deadlock, each at its
# line, unless another process may end them.
. "$ROOT/tests/cases/lib.sh"

cat >waits.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <mqueue.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <unistd.h>
static char text[8192] = {1};
static void wait_by(const char *what, int rank, int polls)
{
  int come = 0;
  int fd = open("locked", O_CREAT | O_RDWR, 0600);
  struct flock l = {.l_type = F_WRLCK, .l_len = 1};
  struct mq_attr attr = {.mq_maxmsg = 1, .mq_msgsize = sizeof text};
  mqd_t q = mq_open("/oriel-test-waits", O_CREAT | O_RDWR, 0600, &attr);
  mq_unlink("/oriel-test-waits");
  int messages = msgget(IPC_PRIVATE, 0600), s = semget(IPC_PRIVATE, 1, 0600);
  printf("-q %d -s %d\n", messages, s); /* to be removed */
  int has = rank == 1 && strcmp(what, "none");
  if (has) flock(fd, LOCK_EX);
  if (has) fcntl(fd, F_SETLK, &l);
  MPI_Barrier(MPI_COMM_WORLD);
  while (rank == 1 && polls && !come)
    MPI_Iprobe(0, 0, MPI_COMM_WORLD, &come, MPI_STATUS_IGNORE);
  if (rank == 1) return;
#define WAIT(name) while (strcmp(what, #name) == 0)
  WAIT(flock) flock(fd, LOCK_SH);
  WAIT(fcntl) fcntl(fd, F_SETLKW, &l);
  WAIT(lockf) lockf(fd, F_LOCK, 1);
  WAIT(msgrcv) msgrcv(messages, text, 8, 1, 0);
  WAIT(msgsnd) msgsnd(messages, text, 8000, 0);
  WAIT(semop) semop(s, &(struct sembuf){0, -1, 0}, 1);
  WAIT(mq_receive) mq_receive(q, text, sizeof text, NULL);
  WAIT(mq_send) mq_send(q, text, 1, 0);
  if (strcmp(what, "none") == 0) flock(fd, LOCK_EX);
  if (strcmp(what, "none") == 0) fcntl(fd, F_SETLKW, &l);
}
int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  wait_by(argv[1], rank, argc > 2);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
END
"$ORIELCC" -o waits waits.c

expect_deadlock() { # function, what it waits for
  local line
  line=$(grep -nF "WAIT($1)" waits.c | cut -d: -f1)
  expect_exit 122 "$ORIELRUN" -np 2 --quiet ./waits "$1"
  xargs ipcrm <out
  expect_text err "rank 0 at waits.c:$line: $1 waits for $2"
  # And while the other one polls.
  expect_exit 122 "$ORIELRUN" -np 2 --quiet --patience 0.1 ./waits "$1" polls
  xargs ipcrm <out
  expect_text err "rank 0 at waits.c:$line: $1 waits for $2"
  expect_text err "MPI_Iprobe finds nothing, again and again"
}
expect_deadlock flock "a lock of the file"
expect_deadlock fcntl "a lock of the file"
expect_deadlock lockf "a lock of the file"
expect_deadlock msgrcv "a message"
expect_deadlock msgsnd "room for a message"
expect_deadlock semop "a semaphore"
expect_deadlock mq_receive "a message"
expect_deadlock mq_send "room for a message"

# Another process has the lock, and gives it back when the run waits for that.
# Simulated time does not pass meanwhile.
rm out err
flock locked sh -c 'touch locking; until [ -e asked ]; do sleep 0.05; done' &
until [ -e locking ]; do sleep 0.05; done
"$ORIELRUN" -np 2 --quiet ./waits none >out 2>err &
run=$!
until [ -s out ]; do sleep 0.05; done
kill -USR1 $run
until [ -s err ]; do sleep 0.05; done
touch asked
wait $run || complain "the run has ended with $?: $(cat err)"
xargs ipcrm <out
expect_text err "status at 0.0000"
expect_text err "flock waits for a lock of the file"

# A client from outside is served when no rank can go on, whenever it comes, at
# one date; all that was printed before is there.
cat >serve.c <<'END'
#include <mpi.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
int main(int argc, char **argv)
{
  int rank, s = socket(AF_INET, SOCK_STREAM, 0);
  char text[8] = "";
  struct sockaddr_in a = {.sin_family = AF_INET};
  socklen_t n = sizeof a;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  bind(s, (struct sockaddr *)&a, sizeof a);
  listen(s, 1);
  getsockname(s, (struct sockaddr *)&a, &n);
  if (rank == 0) printf("port %d\n", ntohs(a.sin_port));
  if (rank == 0) fflush(stdout);
  int client = rank == 0 ? accept(s, NULL, NULL) : -1;
  if (rank == 0) read(client, text, 5);
  if (rank == 0) printf("%s at %.9f\n", text, MPI_Wtime());
  if (rank == 1) sleep(2);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
END
"$ORIELCC" -o serve serve.c
rm -f out err
"$ORIELRUN" -np 2 --quiet ./serve >out 2>err &
run=$!
until [ -s out ]; do sleep 0.05; done
kill -USR1 $run
until [ -s err ]; do sleep 0.05; done
exec 3<>"/dev/tcp/127.0.0.1/$(sed 's/port //' out)"
printf hello >&3
wait $run || complain "the run has ended with $?: $(cat err)"
expect_text err "rank 0 at serve.c:21: accept waits for a connection"
expect_text out "hello at 2.0000"
exec 3>&-
