/* A recursion without end that reads clocks: its stack is full.
 *
 * mpich: no (its stack is full there, too)
 * run: np=2 args="counter" options="--stack 256K" exit=123 limit=20
 * stderr: its stack is full; --stack BYTES gives larger ones
 * run: np=2 args="clock" options="--stack 256K" exit=123 limit=20
 * stderr: its stack is full; --stack BYTES gives larger ones
 * run: np=2 args="MPI" options="--stack 256K" exit=123 limit=20
 * stderr: its stack is full; --stack BYTES gives larger ones
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <x86intrin.h>

static double now(const char *how)
{
  struct timespec t;
  if (!strcmp(how, "counter")) return (double)__rdtsc();
  if (!strcmp(how, "MPI")) return MPI_Wtime();
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_nsec;
}

static double __attribute__((noinline)) down(const char *how, int n)
{
  volatile char room[64];
  room[0] = (char)n;
  double t = now(how);
  return n == 0 ? t : t + down(how, n - 1) + room[0];
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  printf("%d\n", down(argv[1], 1 << 30) > 0);
  MPI_Finalize();
}
