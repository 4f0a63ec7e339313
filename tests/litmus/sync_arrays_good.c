/* Loops that wait, after one MPI_Win_sync, by what they keep in arrays and
 * structures of their frame, which an index, a pointer or another function
 * leads to; and one that waits by a function of the C library, while it looks
 * at another word.
 *
 * build: --check
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>
#include <oriel.h>
#include <string.h>

enum { N = 8, LOOPS = 9 };

#define NOINLINE static __attribute__((noinline))
#define BARRIER() __asm__ volatile("" ::: "memory")

static MPI_Win win;
static long *kept;
static int next;

NOINLINE void wait_by_array(volatile long *words)
{
  struct {
    int before;
    long seen[2];
  } all = {0};
  do {
    for (int i = 0; i < 2; i++)
      all.seen[i] = words[i];
  } while (all.seen[0] != 1 || all.seen[1] != 1);
}

NOINLINE void wait_by_array_backwards(volatile long *words)
{
  long seen[4] = {0};
  do {
    for (int i = 3; i >= 0; i--)
      seen[i] = words[i];
  } while (!seen[2]);
}

NOINLINE void wait_by_bytes(volatile long *words)
{
  char seen[N] = {0};
  do {
    for (int i = 0; i < N; i++)
      seen[i] = words[i] != 0;
  } while (seen[N - 1] != 1);
}

NOINLINE void wait_by_elements(volatile long *words, int n)
{
  long seen[4] = {0};
  do {
    long *to = seen;
    for (int i = 0; i < n; i++)
      *to++ = words[i];
    BARRIER();
  } while (!seen[1]);
}

NOINLINE void wait_by_copy(long *words, size_t n)
{
  struct {
    long seen[4];
  } all;
  do {
    memmove(&all, words, n);
    BARRIER();
  } while (!all.seen[1]);
}

NOINLINE void keep(long *at)
{
  kept = at;
}

NOINLINE void wait_by_pointer(volatile long *words)
{
  long done = 0;
  keep(&done);
  while (!done) {
    if (*words) *kept = 1;
    BARRIER();
  }
}

NOINLINE void wait_by_own_pointer(volatile long *words)
{
  int done = 0, *volatile to = &done;
  while (!done) {
    if (*words) *to = 1;
    BARRIER();
  }
}

/* A pointer leads to the index. */
NOINLINE void wait_for_any(volatile long *words, int *index)
{
  for (next = 0; !words[4 * next];) {
    next++;
    if (next == 2) *index = 0;
    BARRIER();
  }
}

NOINLINE long wait_beside(volatile long *words, size_t n)
{
  static const long none[N];
  long beside;
  do {
    beside = words[0];
    BARRIER();
  } while (!memcmp((const long *)words + 4, none, n));
  return beside;
}

static long *go_on(void)
{
  static long *words;
  if (words)
    words += N;
  else
    MPI_Win_get_attr(win, MPI_WIN_BASE, &words, &(int){0});
  MPI_Win_sync(win);
  return words;
}

int main(int argc, char **argv)
{
  long *memory, one = 1;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(LOOPS * N * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < LOOPS * N; i++)
    memory[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (int i = 0; i < LOOPS * N; i++)
      MPI_Accumulate(&one, 1, MPI_LONG, 1, i, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_flush_all(win);
  } else {
    oriel_compute(1);
    wait_by_array(go_on());
    wait_by_array_backwards(go_on());
    wait_by_bytes(go_on());
    wait_by_elements(go_on(), 4);
    wait_by_copy(go_on(), 4 * sizeof *memory);
    wait_by_pointer(go_on());
    wait_by_own_pointer(go_on());
    wait_for_any(go_on(), &next);
    wait_beside(go_on(), sizeof *memory);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
