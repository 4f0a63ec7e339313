/* Ranks that ask for a word of a window again and again, by operations that
 * bring back what they brought before, hang if nobody is to write it any more,
 * and are reported as such. Those that give up before the patience of the user
 * ends, whose answer comes from a rank that computes meanwhile, that ask
 * something new each time, or do something else between, do not.
 *
 * mpich: no (it would hang)
 * run: np=3 exit=122 options="--patience 0.05" args="swap" twice=1
 * stderr: ranks 1-2 at hang_ask.c:82: MPI_Compare_and_swap finds nothing new
 * stderr: displacement 2 of rank 0 of window "lock", again and again
 * run: np=3 exit=122 options="--patience 0.05" args="replace"
 * stderr: ranks 1-2 at hang_ask.c:88: MPI_Fetch_and_op finds nothing new
 * run: np=3 exit=122 options="--patience 0.05 --protocol message" args="read"
 * stderr: ranks 1-2 at hang_ask.c:90: MPI_Fetch_and_op finds nothing new
 * run: np=3 exit=122 options="--patience 0.05 --ppn 3" args="get"
 * stderr: ranks 1-2 at hang_ask.c:95: MPI_Get finds nothing new
 * run: np=2 exit=122 options="--patience 0.05" args="request"
 * stderr: rank 1 at hang_ask.c:101: MPI_Rget finds nothing new
 * run: np=3 exit=122 options="--patience 0.05" args="lock"
 * stderr: ranks 1-2 at hang_ask.c:95: MPI_Get finds nothing new
 * run: np=2 exit=122 options="--patience 0.05" args="put"
 * stderr: rank 1 at hang_ask.c:95: MPI_Get finds nothing new
 * run: np=3 exit=122 options="--patience 0.05" args="places" twice=1
 * stderr: ranks 1-2 at hang_ask.c:95: MPI_Get finds nothing new
 * run: np=3 exit=122 options="--patience 0.05" args="sleep"
 * stderr: ranks 1-2 at hang_ask.c:82: MPI_Compare_and_swap finds nothing new
 * run: np=3 exit=122 options="--patience 0.05" args="compute"
 * stderr: ranks 1-2 at hang_ask.c:82: MPI_Compare_and_swap finds nothing new
 * run: np=3 exit=122 options="--patience 0.05" args="load"
 * stderr: rank 0 at hang_ask.c:150: a loop on memory, without calling MPI
 * stderr: ranks 1-2 at hang_ask.c:82: MPI_Compare_and_swap finds nothing new
 * run: np=3 exit=122 options="--patience 0.01" args="poll" twice=1
 * stderr: rank 1 at hang_ask.c:82: MPI_Compare_and_swap finds nothing new
 * stderr: rank 2 at hang_ask.c:145: MPI_Iprobe finds nothing, again and again
 * run: np=3 options="--patience 0.1" args="swap 90000"
 * stdout: ok
 * run: np=2 options="--patience 0.1" args="get 90000"
 * stdout: ok
 * run: np=2 options="--patience 0.1" args="lock 90000"
 * stdout: ok
 * run: np=3 options="--patience 0.1" args="sleep 90000"
 * stdout: ok
 * run: np=2 options="--patience 0.01" args="swap late"
 * stdout: ok
 * run: np=3 options="--patience 0.01" args="get late store"
 * stdout: ok
 * run: np=2 options="--patience 0.1" args="load 60000"
 * stdout: ok
 * run: np=2 options="--patience 0.01" args="lock late"
 * stdout: ok
 * run: np=2 options="--patience 0.01" args="compute late"
 * stdout: ok
 * run: np=3 options="--patience 0.01" args="poll late"
 * stdout: ok
 * run: np=2 options="--patience 0.01" args="scan 300000"
 * stdout: ok
 * run: np=2 options="--patience 0.01" args="count 100000"
 * stdout: ok
 * run: np=3 options="--patience 0.01" args="message 60000"
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>

#include <unistd.h>

enum { WORDS = 1 << 19, WORD = 2, NEVER = 1000000000 };

static MPI_Win win;
static int *memory;
static int me, old = 1;
static const int one = 1, zero = 0;

static int is(const char *how, const char *what)
{
  return !strcmp(how, what);
}

static void swap(void)
{
  MPI_Compare_and_swap(&one, &zero, &old, MPI_INT, 0, WORD, win);
}

static void fetch(MPI_Op op)
{
  if (op == MPI_REPLACE)
    MPI_Fetch_and_op(&one, &old, MPI_INT, 0, WORD, op, win);
  else
    MPI_Fetch_and_op(&one, &old, MPI_INT, 0, WORD, op, win);
}

static void get(int place)
{
  MPI_Get(&old, 1, MPI_INT, 0, place, 1, MPI_INT, win);
}

static void get_by_request(void)
{
  MPI_Request r;
  MPI_Rget(&old, 1, MPI_INT, 0, WORD, 1, MPI_INT, win, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void ask(const char *how, int n)
{
  if (is(how, "replace"))
    fetch(MPI_REPLACE);
  else if (is(how, "read"))
    fetch(MPI_NO_OP);
  else if (is(how, "request"))
    get_by_request();
  else if (is(how, "places"))
    get(WORD + n % 4);
  else if (is(how, "scan"))
    get(WORD + 4 + n);
  else if (is(how, "count"))
    fetch(MPI_SUM);
  else if (is(how, "get") || is(how, "put") || is(how, "message") ||
           is(how, "lock"))
    get(WORD);
  else
    swap();
  if (is(how, "put")) MPI_Put(&one, 1, MPI_INT, 0, WORD + 1, 1, MPI_INT, win);
}

static void ask_under_lock(int n)
{
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  ask("lock", n);
  MPI_Win_unlock(0, win);
}

static void between(const char *how)
{
  if (is(how, "sleep")) usleep(10);
  if (is(how, "compute")) oriel_compute(1e-5);
  if (is(how, "message")) MPI_Send(&one, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
}

static void poll_for_message(void)
{
  int flag = 0;
  while (!flag)
    MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

static void load_until_written(void)
{
  while (!*(volatile int *)&memory[WORD + 4]) {
  }
}

static void wait_for_word(const char *how, int tries)
{
  for (int n = 0; old && n < tries; n++, between(how))
    if (is(how, "lock")) {
      ask_under_lock(n);
    } else {
      ask(how, n);
      MPI_Win_flush(0, win);
      old |= is(how, "scan");
    }
}

static void give_back(const char *how, const char *with)
{
  oriel_compute(0.5);
  if (is(with, "store")) {
    memory[WORD] = 0;
    MPI_Win_sync(win);
    return;
  }
  if (is(how, "lock")) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Accumulate(&zero, 1, MPI_INT, 0, WORD, 1, MPI_INT, MPI_REPLACE, win);
  if (is(how, "lock")) MPI_Win_unlock(0, win);
  if (is(how, "poll")) MPI_Send(&one, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
}

static void receive(int n)
{
  for (int x; n; n--)
    MPI_Recv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
  const char *how = argv[1], *when = argc > 2 ? argv[2] : "never";
  int late = is(when, "late"), x;
  int tries = atoi(when) ? atoi(when) : NEVER;
  MPI_Init(&argc, &argv);
  me = world_rank();
  win = int_window(WORDS, &memory);
  MPI_Win_set_name(win, "lock");
  for (int i = 0; i < WORDS; i++)
    memory[i] = i >= WORD && i < WORD + 4 ? i : 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (!is(how, "lock")) MPI_Win_lock_all(0, win);
  if (me == 0 && late)
    give_back(how, argc > 3 ? argv[3] : "");
  else if (me == 0 && is(how, "load"))
    load_until_written();
  else if (me == 2 && is(how, "poll"))
    poll_for_message();
  else if (me == 2 && is(how, "message"))
    receive(tries);
  else if (me > 0)
    wait_for_word(how, tries);
  if (me > 0 && is(how, "load"))
    MPI_Put(&one, 1, MPI_INT, 0, WORD + 4, 1, MPI_INT, win);
  if (!is(how, "lock")) MPI_Win_unlock_all(win);
  if (me == 2 && is(how, "poll"))
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(!late || MPI_Wtime() > 0.5);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
}
