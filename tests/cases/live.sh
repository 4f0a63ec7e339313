# A run that goes on: SIGUSR1 tells what the ranks do and changes nothing,
# SIGINT, SIGTERM and SIGHUP end it with its summary, a second one at once; the bar.
. "$ROOT/tests/cases/lib.sh"

# Rank 1 computes until the file is there, a second at least; the others wait.
cat >compute.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static double cpu(void)
{
  struct timespec t;
  syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
int main(int argc, char **argv)
{
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d begins\n", me);
  if (me == 0) printf("unfinished");
  if (me == 1) fclose(fopen("computing", "w"));
  if (me == 1)
    while (access(argv[1], F_OK) || cpu() < 1)
      for (volatile int i = 0; i < 1000000;)
        i++;
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d ends\n", me);
  MPI_Finalize();
  return 0;
}
END
# Messages without end, until the file is there.
cat >talk.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
  int me, stop = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  printf("rank %d begins\n", me);
  while (!stop) {
    if (me == 0) stop = access("stop", F_OK) == 0;
    MPI_Bcast(&stop, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
END
# Calls of MPI without end, none of which needs the engine.
cat >calls.c <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  printf("it begins\n");
  fflush(stdout);
  fclose(fopen("calling", "w"));
  for (;;) {
    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Type_free(&type);
  }
}
END
# Waits for input; with an argument in a library, where nothing can be done.
cat >blocked.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
  int p[2];
  MPI_Init(&argc, &argv);
  fclose(fopen("reading", "w"));
  if (argc == 1) return getchar();
  if (pipe(p) || tee(0, p[1], 1, 0) < 0) return 1;
  MPI_Finalize();
  return 0;
}
END
# Waits for a FIFO, in a call of the host's, for ever or so many milliseconds.
cat >awaits.c <<'END'
#include <fcntl.h>
#include <mpi.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
int main(int argc, char **argv)
{
  int rank, fd = open("fifo", O_RDWR), all = epoll_create1(0), n = 1;
  struct pollfd p = {.fd = fd, .events = POLLIN};
  struct epoll_event e = {.events = EPOLLIN};
  int limit = argc > 2 ? atoi(argv[2]) : -1;
  struct timeval t = {limit / 1000, limit % 1000 * 1000};
  fd_set set;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  FD_ZERO(&set);
  FD_SET(fd, &set);
  epoll_ctl(all, EPOLL_CTL_ADD, fd, &e);
  if (rank == 0) fclose(fopen("waiting", "w"));
  if (rank == 0 && !strcmp(argv[1], "poll")) n = poll(&p, 1, limit);
  if (rank == 0 && !strcmp(argv[1], "select"))
    n = select(fd + 1, &set, NULL, NULL, limit < 0 ? NULL : &t);
  if (rank == 0 && !strcmp(argv[1], "epoll"))
    n = epoll_wait(all, &e, 1, limit);
  MPI_Finalize();
  return n != 1;
}
END
for p in compute talk calls blocked awaits; do "$ORIELCC" -g -o $p $p.c; done

input=/dev/null
# Shells let what runs in the background ignore SIGINT.
start() {
  rm -f out err
  env --default-signal=INT,TERM,HUP "$ORIELRUN" "$@" >out 2>err <"$input" &
  run=$!
}
until_text() { # file text
  until grep -qF -- "$2" "$1" 2>/dev/null; do
    kill -0 $run || complain "it ended before it wrote: $2"
    sleep 0.05
  done
}
expect_end() { # exit code
  local got=0
  wait $run || got=$?
  [ $got = "$1" ] || complain "exit code $got, expected $1: $(cat err)"
}
complete() { # a JSON file, with this exit code
  expect_text "$1" "\"exit\": $2,"
  [ "$(tail -n 1 "$1")" = "}" ] || complain "$1 is not complete"
}

# With and without being watched: the same bytes.
touch go
expect_exit 0 "$ORIELRUN" -np 4 --json plain.json ./compute go
mv out plain.out && mv err plain.err
! grep 'ranks ended' plain.err || complain "a bar without a terminal"
rm go
start -np 4 --bar --json watched.json ./compute go
until_text err " ranks ended, "
until_text err "s simulated, rank 1 has computed for "
until_text err " s, at compute.c:2"
kill -USR1 $run
until_text err "ranks 2-3 at compute.c:"
touch go
expect_end 0
cmp out plain.out
cmp watched.json plain.json
expect_text err "oriel: status at 0.00000"
expect_text err "s simulated: 0 of 4 ranks have ended"
expect_text err "  rank 1 computes at compute.c:2"
tail -3 plain.err >summary.end
tail -3 err | cmp - summary.end

# What came before the simulator could serve it has waited.
# shellcheck disable=SC2016
expect_exit 0 env --block-signal=USR1 sh -c 'kill -USR1 $$ && exec "$@"' - \
  "$ORIELRUN" -np 4 --quiet ./compute go
cmp out plain.out
expect_text err "oriel: status at 0.00000"

# From the engine, while nobody computes for long.
start -np 8 --quiet ./talk
until_text out "rank 7 begins"
kill -USR1 $run
until_text err "oriel: status at "
until_text err "at talk.c:1"
touch stop
expect_end 0
rm stop

# From a rank that never comes to the engine.
start -np 1 --quiet ./calls
until [ -e calling ]; do sleep 0.05; done
kill -USR1 $run
until_text err "oriel: status at "
kill -TERM $run
expect_end 143
expect_text out "it begins"
expect_text err "at calls.c:1"

# The end, wherever it comes; what was written is there.
start -np 8 --json talk.json ./talk
until_text out "rank 7 begins"
kill -INT $run
expect_end 130
expect_text err "oriel: ended by SIGINT at "
expect_text err "8 ranks on 8 hosts"
expect_text err "  MPI_Barrier "
complete talk.json 130
rm computing
start -np 4 --json compute.json ./compute never
until [ -e computing ]; do sleep 0.05; done
kill -TERM $run
expect_end 143
expect_text err "oriel: ended by SIGTERM at "
expect_text err "rank 1 computes at compute.c:2"
expect_text out "unfinished"
complete compute.json 143

# So does a terminal that goes, unless that is ignored, as under nohup.
rm computing
start -np 4 --json compute.json ./compute never
until [ -e computing ]; do sleep 0.05; done
kill -HUP $run
expect_end 129
expect_text err "oriel: ended by SIGHUP at "
complete compute.json 129
rm computing
touch go
(trap '' HUP; exec "$ORIELRUN" -np 4 ./compute go >out 2>err) &
run=$!
until [ -e computing ]; do sleep 0.05; done
kill -HUP $run
expect_end 0
rm go

# A rank that waits for input is ended, too; a second one ends a run that cannot
# see the first.
mkfifo pipe
exec 3<>pipe
input=pipe
start -np 2 ./blocked
until [ -e reading ]; do sleep 0.05; done
sleep 0.2
kill -INT $run
expect_end 130
expect_text err "oriel: ended by SIGINT at "
expect_text err "rank 0 at blocked.c:11: read waits for what is outside the run"
expect_text err "2 ranks on 2 hosts"
rm reading
start -np 2 --bar ./blocked
until_text err "s simulated, rank 0 has waited in read for "
expect_text err " s, at blocked.c:11"
kill -INT $run
expect_end 130
rm reading
mkfifo fifo
exec 4<>fifo
for how in poll select epoll; do # a signal that tells does not end them
  start -np 2 --quiet ./awaits $how
  until [ -e waiting ]; do sleep 0.05; done
  sleep 0.2
  kill -USR1 $run
  until_text err "rank 0 at awaits.c:"
  expect_text err ": a call of the kernel waits for what is outside the run"
  rm waiting
  echo >&4
  expect_end 0
  read -r <&4
  # Nor does the bar, each second, make them longer.
  start -np 2 --quiet --bar ./awaits $how 1300
  expect_end 1
  rm waiting
done
exec 4<&-
start -np 1 ./blocked for-ever
until [ -e reading ]; do sleep 0.05; done
kill -INT $run
# Until it was noted: SIGINT (bit 2) is not caught any more.
while [ $((0x$(sed -n 's/^SigCgt:\t//p' /proc/$run/status) & 2)) != 0 ]; do
  sleep 0.05
done
kill -INT $run
expect_end 130
[ ! -s err ] || complain "the first SIGINT was seen: $(cat err)"

# The bar: on a terminal, unless it is not wanted.
# Where no pseudo-terminal is to be had, as in some containers, that is all.
script -qec true /dev/null >/dev/null 2>&1 </dev/null || exit 0
touch go
script -qec "'$ORIELRUN' -np 4 ./compute go" typescript >/dev/null </dev/null
expect_text typescript " s simulated, 0/4 ranks ended, "
script -qec "'$ORIELRUN' --no-bar -np 4 ./compute go" typescript >/dev/null \
  </dev/null
! grep 'ranks ended' typescript || complain "a bar that is not wanted"
