/* Loops that wait, and go this way or that by what they count: a pause that is
 * the longer, the more rounds there were, or the greatest of some numbers. As
 * either way comes to the same place, only others can end them: so they are
 * seen to wait. Loops that a count ends on one of the ways do end.
 *
 * mpich: no (volatile is all that orders them)
 * run: np=2 limit=20 twice=1
 * stdout: ok
 * run: np=2 args="never" exit=122 limit=20 twice=1
 * stderr: a loop on memory, without calling MPI
 */
#include "check.h"

#include <oriel.h>

enum { FOUND = 5, WAITS = 6, ENDS = 4, MANY = 5000000 };

typedef long loop(const volatile long *w, long n);

static void logarithm(unsigned i)
{
  if (i > 8)
    for (int k = 31 - __builtin_clz(i); k > 0; k--)
      __asm__ volatile("nop");
  __asm__ volatile("pause" ::: "memory");
}

static void power(unsigned i)
{
  for (unsigned k = 0; k < 1u << (i < 6 ? i : 6); k++)
    __asm__ volatile("pause" ::: "memory");
}

/* --- only others end them --- */

static long wait_longer(const volatile long *w, long n)
{
  unsigned i = (unsigned)n;
  while (!w[FOUND])
    logarithm(++i);
  return i;
}

static long wait_doubly(const volatile long *w, long n)
{
  unsigned i = (unsigned)n;
  while (!w[FOUND])
    power(++i);
  return i;
}

static long wait_twice(const volatile long *w, long n)
{
  unsigned i = (unsigned)n;
  while (!w[FOUND]) {
    logarithm(++i);
    power(i);
    logarithm(i / 2 + 1);
  }
  return i;
}

/* The function is one, so that what calls it twice comes by it twice. */
__attribute__((noinline)) static void once(unsigned i)
{
  logarithm(i);
}

static long wait_calling(const volatile long *w, long n)
{
  unsigned i = (unsigned)n;
  while (!w[FOUND]) {
    once(++i);
    once(i / 2 + 1);
  }
  return i;
}

static long greatest(const volatile long *w, long n)
{
  volatile unsigned i = 0, most = (unsigned)n;
  while (!w[FOUND]) {
    i = i * 5 + 3;
    if ((i & 1023) > most) most = i & 1023;
  }
  return most;
}

static long wait_past(const volatile long *w, long n)
{
  unsigned i = (unsigned)n, times = 0;
  while (!w[FOUND]) {
    if (++i > MANY) i = times++;
    logarithm(i);
  }
  return i + 1;
}

/* --- these end --- */

static long at_most(const volatile long *w, long n)
{
  unsigned i = 0;
  while (!w[FOUND] && i < MANY)
    logarithm(++i);
  return i == MANY && n;
}

static long leaves(const volatile long *w, long n)
{
  unsigned i = (unsigned)n;
  for (;;) {
    if (w[FOUND]) return 0;
    if (++i > 8) {
      for (int k = 31 - __builtin_clz(i); k > 0; k--)
        if (i > MANY && k == 3) return 1;
    } else {
      __asm__ volatile("pause");
    }
  }
}

/* It looks elsewhere then. */
static long looks(const volatile long *w, long n)
{
  unsigned i = 0;
  const volatile long *at = &w[FOUND];
  while (!*at) {
    if (++i > MANY) at = &w[1];
    logarithm(i);
  }
  return *at == n;
}

/* The most steps to 1 of the numbers up to 100,000, without looking at all. */
static long computes(const volatile long *w, long n)
{
  long most = 0;
  (void)w;
  for (unsigned long begin = 1; begin < 100000; begin++) {
    long steps = 0;
    for (unsigned long x = begin; x != 1; steps++)
      x = x & 1 ? 3 * x + 1 : x / 2;
    if (steps > most) most = steps;
  }
  return most == 350 && n;
}

static loop *const loops[WAITS + ENDS] = {
    wait_longer, wait_doubly, wait_twice, wait_calling, greatest,
    wait_past,   at_most,     leaves,     looks,        computes};

int main(int argc, char **argv)
{
  long *memory, one = 1, two = 2;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate((FOUND + 1) * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < WAITS + ENDS; i++) {
    memory[FOUND] = 0;
    memory[1] = two;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank() == 1) {
      double start = MPI_Wtime();
      CHECK(loops[i](memory, two));
      CHECK(i >= WAITS || MPI_Wtime() - start > 1e-3);
      CHECK(i < WAITS || MPI_Wtime() - start < 1e-3);
    } else if (argc == 1 && i < WAITS) {
      oriel_compute(1e-3);
      MPI_Put(&one, 1, MPI_LONG, 1, FOUND, 1, MPI_LONG, win);
      MPI_Win_flush(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
}
