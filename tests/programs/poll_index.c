/* Ranks that poll several words in turn, by an index made of a count that never
 * comes back: of its lowest bits, a byte of it, a remainder. So a round is one
 * over all words, and the rank is seen to wait. Loops that a count ends do.
 *
 * mpich: no (volatile is all that orders them)
 * run: np=2 limit=20
 * stdout: ok
 * run: np=2 args="never" exit=122 limit=20
 * stderr: a loop on memory, without calling MPI
 */
#include "check.h"

#include <oriel.h>
#include <stdint.h>

enum { N = 8, FOUND = 5, LOOPS = 14 };

typedef int loop(const volatile long *w, long n);

static int mask(const volatile long *w, long n)
{
  unsigned i = 0;
  (void)n;
  while (!w[i & (N - 1)])
    i++;
  return i & (N - 1);
}

static int power(const volatile long *w, long n)
{
  int i = 0;
  (void)n;
  while (!w[i % N])
    i++;
  return i % N;
}

static int byte(const volatile long *w, long n)
{
  unsigned char i = 0;
  (void)n;
  while (!w[i % N])
    i++;
  return i % N;
}

static int word(const volatile long *w, long n)
{
  unsigned short i = 0;
  (void)n;
  while (!w[i % N])
    i++;
  return i % N;
}

static int remainder_of(const volatile long *w, long n)
{
  int size = (int)n, i = 0;
  while (!w[i % size])
    i++;
  return i % size;
}

static int remainder_long(const volatile long *w, long n)
{
  unsigned long i = 0;
  while (!w[i % (unsigned long)n])
    i++;
  return (int)(i % (unsigned long)n);
}

static int remainder_in_memory(const volatile long *w, long n)
{
  volatile int size = (int)n, i = 0;
  while (!w[i % size])
    i = i + 1;
  return i % size;
}

static int byte_in_memory(const volatile long *w, long n)
{
  volatile unsigned char i = 0;
  (void)n;
  while (!w[i & 7])
    i = i + 1;
  return i & 7;
}

static int word_in_memory(const volatile long *w, long n)
{
  volatile unsigned short i = 0;
  (void)n;
  while (!w[i & 7])
    i = i + 1;
  return i & 7;
}

/* As gcc 16 adds to such a word. */
static int word_added_to(const volatile long *w, long n)
{
  volatile unsigned short i = 0;
  (void)n;
  while (!w[i & 7])
    __asm__ volatile("addw $1, %0" : "+m"(i));
  return i & 7;
}

static int sometimes(const volatile long *w, long n)
{
  unsigned i = 0, turns = 0;
  while (!w[FOUND])
    if ((++i & 63) == 0) turns += (unsigned)n;
  return turns < i * N ? FOUND : 0;
}

/* These end: they have looked long enough. */
static int at_most(const volatile long *w, long n)
{
  int i = 0;
  (void)w;
  while (w[N + (i & 7)] == 0 && i < 20000000)
    i++;
  return i == 20000000 ? FOUND : (int)n;
}

/* So does one whose count divides. */
static int divisors(const volatile long *w, long n)
{
  unsigned most = (unsigned)n * 500000, i = 1;
  while (!w[N] && most % i * 2 < most - 1)
    i++;
  return i > most ? FOUND : 0;
}

/* Beyond a million it looks elsewhere. */
static int far(const volatile long *w, long n)
{
  unsigned i = 0;
  while (w[(i & 3) + (i >> 20 ? N : 0)] < (long)(i >> 20))
    i++;
  return (int)n - 3;
}

static loop *const loops[LOOPS] = {mask,
                                   power,
                                   byte,
                                   word,
                                   remainder_of,
                                   remainder_long,
                                   remainder_in_memory,
                                   byte_in_memory,
                                   word_in_memory,
                                   word_added_to,
                                   sometimes,
                                   at_most,
                                   divisors,
                                   far};

int main(int argc, char **argv)
{
  long *memory, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(2 * N * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < LOOPS; i++) {
    for (int k = 0; k < 2 * N; k++)
      memory[k] = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank() == 1) {
      double start = MPI_Wtime();
      CHECK(loops[i](memory, N) == FOUND);
      CHECK(i >= LOOPS - 3 || MPI_Wtime() - start > 1e-3);
    } else if (argc == 1) {
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
