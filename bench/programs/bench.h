/* What the benchmark programs share: numbers as arguments, and the line that
 * the driver reads. Plain MPI-3 and no writable variables of their own, so that
 * SMPI runs them without privatisation, and Oriel with one image for all. */
#ifndef BENCH_H
#define BENCH_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The argument at this place, or `otherwise` when there are fewer. */
static inline int bench_argument(int argc, char **argv, int place,
                                 int otherwise)
{
  return argc > place ? atoi(argv[place]) : otherwise;
}

static inline int bench_rank(void)
{
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

static inline int bench_ranks(void)
{
  int ranks;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

/* Has each of the bytes this value? At the speed of memory: what a program does
 * itself is not to be measured. */
static inline int bench_filled(const char *bytes, int count, char value)
{
  return count < 1 || (*bytes == value && !memcmp(bytes, bytes + 1, count - 1));
}

/* Rank 0 says how many operations of its kind the whole program made, and the
 * simulated seconds they took there. A wrong result ends the run. */
static inline void bench_report(double operations, double seconds, int right)
{
  if (!right) {
    fprintf(stderr, "rank %d: wrong result\n", bench_rank());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  if (bench_rank() == 0)
    printf("operations %.0f seconds %.17g\n", operations, seconds);
}

/* The next random number (xorshift64). */
static inline unsigned long bench_draw(unsigned long *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* The seed of a rank. */
static inline unsigned long bench_seed(int rank)
{
  unsigned long state = 0x9e3779b97f4a7c15ul * ((unsigned long)rank + 1);
  for (int i = 0; i < 4; i++)
    bench_draw(&state);
  return state;
}

#endif
