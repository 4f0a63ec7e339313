/* However large a number of seconds is, patience is no less for that: neither
 * where ranks poll, nor where more than four ask and share it, comes so large a
 * number out as a small one.
 *
 * stdout: ok
 * run: np=2 options="--patience 1e300" args="poll"
 * run: np=2 options="--patience 1.9e13" args="poll"
 * run: np=7 options="--patience 1e300" args="ask"
 * run: np=7 options="--patience 4611686018427.39" args="ask"
 */
#include "check.h"

#include <string.h>

enum { TRIES = 30000 };

static void poll_for_message(void)
{
  int found = 0;
  for (int i = 0; i < TRIES && !found; i++)
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
  CHECK(!found);
}

static void ask_for_word(MPI_Win win)
{
  const int one = 1, two = 2;
  int old = 0;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < TRIES; i++) {
    MPI_Compare_and_swap(&one, &two, &old, MPI_INT, 0, 0, win);
    MPI_Win_flush(0, win);
  }
  CHECK(old == 0);
  MPI_Win_unlock_all(win);
}

int main(int argc, char **argv)
{
  int *memory;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(1, &memory);
  memory[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (strcmp(argv[1], "poll") == 0)
    poll_for_message();
  else
    ask_for_word(win);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
  return 0;
}
