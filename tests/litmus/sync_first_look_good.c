/* The first look of a loop that waits, after MPI_Win_sync, is a statement of
 * its own, and finds at once what it waits for: the loop calls nothing of MPI;
 * or a function of the program, which looks or also calls MPI_Win_sync; it is
 * in another loop, which always goes on.
 *
 * build: --check
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>
#include <oriel.h>

enum { N = 64, STRIDE = 8, ROUNDS = 4, WORDS = 5 + 2 * ROUNDS };

static long *memory;
static MPI_Win win;

#define WORD(i) (*(volatile long *)&memory[STRIDE * (i)])

static __attribute__((noinline)) long look(int i)
{
  return WORD(i);
}

static __attribute__((noinline)) long look_anew(int i)
{
  MPI_Win_sync(win);
  return WORD(i);
}

static __attribute__((noinline)) void wait_straight(int i)
{
  MPI_Win_sync(win);
  long found = WORD(i);
  while (!found)
    found = WORD(i);
}

static __attribute__((noinline)) void wait_unless_there(int i)
{
  MPI_Win_sync(win);
  long found = WORD(i);
  if (found) return;
  do
    found = WORD(i);
  while (!found);
}

static __attribute__((noinline)) void wait_by_function(int i)
{
  MPI_Win_sync(win);
  long found = WORD(i);
  while (!found)
    found = look(i);
}

static __attribute__((noinline)) void wait_by_function_anew(int i)
{
  MPI_Win_sync(win);
  long found = WORD(i);
  while (!found)
    found = look_anew(i);
}

static __attribute__((noinline)) void wait_by_functions_only(int i)
{
  long found = look_anew(i);
  while (!found)
    found = look_anew(i);
}

static __attribute__((noinline)) void wait_for_all(int from)
{
  MPI_Win_sync(win);
  for (int i = from; i < from + ROUNDS; i++) {
    long found = WORD(i);
    while (!found)
      found = WORD(i);
  }
}

static __attribute__((noinline)) void wait_in_steps(int from)
{
  static const long one = 1;
  for (int i = from; i < from + ROUNDS; i++) {
    MPI_Win_sync(win);
    long found = WORD(i);
    while (!found) {
      MPI_Win_sync(win);
      found = WORD(i);
    }
    MPI_Accumulate(&one, 1, MPI_LONG, 0, i, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_flush(0, win);
  }
}

int main(int argc, char **argv)
{
  long one = 1;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(N * STRIDE * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < N * STRIDE; i++)
    memory[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (int i = 0; i < WORDS; i++)
      MPI_Accumulate(&one, 1, MPI_LONG, 1, STRIDE * i, 1, MPI_LONG, MPI_SUM,
                     win);
    MPI_Win_flush_all(win);
  } else {
    oriel_compute(1);
    wait_straight(0);
    wait_unless_there(1);
    wait_by_function(2);
    wait_by_function_anew(3);
    wait_by_functions_only(4);
    wait_for_all(5);
    wait_in_steps(5 + ROUNDS);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
