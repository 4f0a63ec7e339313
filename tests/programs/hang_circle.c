/* Ranks that write while they ask, and take it back when the answer is no, hang
 * too if nobody is to give them another: a reader counts itself in, finds a
 * writer and counts itself out. Those that get one at last do not, nor do ranks
 * that take a lock and give it back very often.
 *
 * mpich: no (it would hang)
 * run: np=2 exit=122 options="--patience 0.05" args="read" twice=1
 * stderr: rank 1 at hang_circle.c:53: MPI_Fetch_and_op finds nothing new
 * stderr: displacement 1 of rank 0 of window "lock", again and again
 * run: np=4 exit=122 options="--patience 0.05" args="read"
 * stderr: ranks 1-3 at hang_circle.c:53: MPI_Fetch_and_op finds nothing new
 * run: np=4 exit=122 options="--patience 0.05" args="mixed"
 * stderr: ranks 1, 3 at hang_circle.c:53: MPI_Fetch_and_op finds nothing new
 * stderr: rank 2 at hang_circle.c:45: MPI_Compare_and_swap finds nothing new
 * run: np=3 exit=122 options="--patience 0.05 --protocol message" args="read"
 * stderr: ranks 1-2 at hang_circle.c:53: MPI_Fetch_and_op finds nothing new
 * run: np=4 options="--patience 0.01" args="mixed late"
 * stdout: ok
 * run: np=3 options="--patience 0.1" args="read 90000"
 * stdout: ok
 * run: np=3 options="--patience 0.01" args="turns 60000"
 * stdout: ok
 * run: np=2 options="--patience 0.01" args="turns 60000"
 * stdout: ok
 */
#include "check.h"

#include <oriel.h>

enum { WORD = 1, WRITER = 1000 };

static const int writer = WRITER, one = 1, minus = -1, zero = 0;
static const int gone = -WRITER;
static MPI_Win win;

static void add(const int *what)
{
  MPI_Accumulate(what, 1, MPI_INT, 0, WORD, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(0, win);
}

static int write_begin(void)
{
  int old;
  MPI_Compare_and_swap(&writer, &zero, &old, MPI_INT, 0, WORD, win);
  MPI_Win_flush(0, win);
  return old == 0;
}

static int read_begin(void)
{
  int old;
  MPI_Fetch_and_op(&one, &old, MPI_INT, 0, WORD, MPI_SUM, win);
  MPI_Win_flush(0, win);
  if (old < WRITER) return 1;
  add(&minus);
  return 0;
}

static void wait_for_lock(int writes, int tries)
{
  int counts = tries != 0; /* else for ever, in one state */
  for (int n = 0; !tries || n < tries; n += counts) {
    if (writes && write_begin()) {
      add(&gone);
      return;
    }
    if (!writes && read_begin()) {
      add(&minus);
      return;
    }
  }
}

static void take_turns(int times)
{
  for (int n = 0; n < times; n++) {
    while (!write_begin()) {
    }
    add(&gone);
  }
}

int main(int argc, char **argv)
{
  int mixed = !strcmp(argv[1], "mixed"), *memory;
  int tries = argc > 2 ? atoi(argv[2]) : 0;
  int late = argc > 2 && !strcmp(argv[2], "late");
  MPI_Init(&argc, &argv);
  int me = world_rank(), turns = !strcmp(argv[1], "turns");
  win = int_window(2, &memory);
  MPI_Win_set_name(win, "lock");
  memory[WORD] = turns ? 0 : WRITER;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (turns) {
    take_turns(tries);
  } else if (me > 0) {
    wait_for_lock(mixed && me == 2, tries);
  } else if (late) {
    oriel_compute(0.5);
    add(&gone);
  }
  MPI_Win_unlock_all(win);
  CHECK(!late || MPI_Wtime() > 0.5);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
}
