/* Loops that wait, after one MPI_Win_sync, for words that they find there at
 * once: for all, by a count made of them, or round after round; for one, by an
 * index that begins anew; for one after the other, side by side or apart; for
 * one while another is looked at.
 *
 * build: --check
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>
#include <oriel.h>

enum { N = 8, STRIDE = 8, LOOPS = 9 };

static long *words; /* of one loop */
static MPI_Win win;

#define WORD(i) (*(volatile long *)&words[STRIDE * (i)])
#define NEAR(i) (*(volatile long *)&words[i])

static __attribute__((noinline)) void wait_by_signs(void)
{
  for (long i = 0, n = 0; n > -N; i = (i + 1) % N)
    n += -WORD(i) >> 63;
}

static __attribute__((noinline)) void wait_by_bits(void)
{
  unsigned long n = 0;
  for (int i = 0; n < N; i = (i + 1) % N)
    n += (unsigned long)-WORD(i) >> 63;
}

static __attribute__((noinline)) void wait_for_any(int i)
{
  for (;;) {
    i = (i + 1) % N;
    if (WORD(i)) break;
  }
}

static __attribute__((noinline)) void wait_for_any_short(void)
{
  unsigned char i = 0;
  while (!WORD(i % N))
    i++;
}

static __attribute__((noinline)) void wait_for_any_by_branch(void)
{
  for (int i = 0; !WORD(i);)
    if (++i == N) i = 0;
}

static __attribute__((noinline)) void wait_for_all_near(void)
{
  long n;
  do {
    n = 0;
    for (int i = 0; i < N; i++)
      n += NEAR(i);
  } while (n < N);
}

static __attribute__((noinline)) void wait_for_each_near(void)
{
  for (int i = 0; i < N; i++)
    while (!NEAR(i))
      ;
}

static __attribute__((noinline)) void wait_for_next_near(void)
{
  for (int i = 0; i < N;)
    if (NEAR(i)) i++;
}

static __attribute__((noinline)) void wait_for_next_in_order(const int *order)
{
  for (int i = 0; i < N;)
    if (WORD(order[i])) i++;
}

static __attribute__((noinline)) long wait_beside(void)
{
  long beside;
  do
    beside = NEAR(1);
  while (!NEAR(3 * STRIDE));
  return beside;
}

static void go_on(void)
{
  words += N * STRIDE;
  MPI_Win_sync(win);
}

int main(int argc, char **argv)
{
  static const int order[N] = {3, 1, 4, 0, 5, 2, 6, 7};
  long *memory, one = 1;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(LOOPS * N * STRIDE * sizeof *memory, sizeof *memory,
                   MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < LOOPS * N * STRIDE; i++)
    memory[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (int i = 0; i < LOOPS * N * STRIDE; i++)
      if (i / STRIDE % N > 2 || i / (N * STRIDE) % 4 < 2 || i % STRIDE == 1)
        MPI_Accumulate(&one, 1, MPI_LONG, 1, i, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_flush_all(win);
  } else {
    oriel_compute(1);
    words = memory;
    MPI_Win_sync(win);
    wait_by_signs();
    go_on();
    wait_by_bits();
    go_on();
    wait_for_any(0);
    go_on();
    wait_for_any_short();
    go_on();
    wait_for_all_near();
    go_on();
    wait_for_each_near();
    go_on();
    wait_for_any_by_branch();
    words += N * STRIDE;
    go_on();
    wait_for_next_in_order(order);
    MPI_Win_sync(win);
    wait_for_next_near();
    MPI_Win_sync(win);
    wait_beside();
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
