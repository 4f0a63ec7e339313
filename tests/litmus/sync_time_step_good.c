/* Loops that wait for words after MPI_Win_sync and call MPI: what they find
 * comes to the loop's end by a message, a reduction, a request, a window, a
 * pointer, or it ends the program. They find the words there at once.
 *
 * build: --check
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>
#include <oriel.h>

enum { STRIDE = 8, LOOPS = 9 };

static MPI_Win win;

static __attribute__((noinline)) void wait_by_message(const long *word)
{
  long found = 0;
  while (!found) {
    MPI_Win_sync(win);
    long here = *word;
    MPI_Sendrecv(&here, 1, MPI_LONG, 0, 0, &found, 1, MPI_LONG, 0, 0,
                 MPI_COMM_SELF, MPI_STATUS_IGNORE);
  }
}

static __attribute__((noinline)) void wait_by_reduction(const long *word)
{
  long all;
  do {
    MPI_Win_sync(win);
    long here = *word;
    MPI_Allreduce(&here, &all, 1, MPI_LONG, MPI_MIN, MPI_COMM_SELF);
  } while (!all);
}

static __attribute__((noinline)) void wait_by_request(const long *word)
{
  long found[2];
  do {
    MPI_Request r[2];
    MPI_Win_sync(win);
    found[0] = *word;
    MPI_Irecv(&found[1], 1, MPI_LONG, 0, 0, MPI_COMM_SELF, &r[0]);
    MPI_Isend(&found[0], 1, MPI_LONG, 0, 0, MPI_COMM_SELF, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  } while (!found[1]);
}

static __attribute__((noinline)) void wait_by_window(const long *word, int at)
{
  long found;
  do {
    MPI_Win_sync(win);
    long here = *word;
    MPI_Accumulate(&here, 1, MPI_LONG, 1, at, 1, MPI_LONG, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
    MPI_Fetch_and_op(&here, &found, MPI_LONG, 1, at, MPI_NO_OP, win);
    MPI_Win_flush(1, win);
  } while (!found);
}

static __attribute__((noinline)) void wait_by_bound(const long *word)
{
  int rounds = 1000000;
  for (int i = 0; i < rounds; i++) {
    MPI_Win_sync(win);
    if (*word) MPI_Comm_size(MPI_COMM_SELF, &rounds);
  }
}

static __attribute__((noinline)) void wait_by_error(const long *word)
{
  int result = MPI_SUCCESS;
  while (result == MPI_SUCCESS) {
    MPI_Win_sync(win);
    result = MPI_Comm_test_inter(MPI_COMM_SELF, &(int){0}) + (*word != 0);
  }
}

static __attribute__((noinline)) void wait_in_steps(const long *word)
{
  long all;
  for (int i = 0; i < 2; i++) {
    do
      MPI_Win_sync(win);
    while (!*word);
    MPI_Allreduce(word, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_SELF);
  }
}

static __attribute__((noinline)) void give_up(const long *word)
{
  for (int i = 0; i < 1000; i++) {
    MPI_Win_sync(win);
    if (*word > 1) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_flush_all(win);
  }
}

int main(int argc, char **argv)
{
  long *memory, one = 1;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(LOOPS * STRIDE * sizeof *memory, sizeof *memory,
                   MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < LOOPS * STRIDE; i++)
    memory[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (int i = 0; i < LOOPS - 1; i++)
      MPI_Accumulate(&one, 1, MPI_LONG, 1, STRIDE * i, 1, MPI_LONG, MPI_SUM,
                     win);
    MPI_Win_flush_all(win);
  } else {
    oriel_compute(1);
    wait_by_message(memory);
    wait_by_reduction(memory + STRIDE);
    wait_by_request(memory + 2 * STRIDE);
    wait_by_window(memory + 3 * STRIDE, (LOOPS - 1) * STRIDE);
    wait_by_bound(memory + 4 * STRIDE);
    wait_by_error(memory + 5 * STRIDE);
    wait_in_steps(memory + 6 * STRIDE);
    give_up(memory + 7 * STRIDE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
