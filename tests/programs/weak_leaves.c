/* Under weak progress a rank that has issued an operation and then computes, or
 * reads clocks, is outside MPI from the end of the call on. What needs its CPU
 * at that very date, as the request of a large put to itself does, waits until
 * it is back: with short cuts and without.
 *
 * run: np=2 options="--protocol message --progress weak"
 * run: np=2 options="--protocol message --progress weak --plain"
 * stdout: ok
 * mpich: no (simulated time)
 */
#include "check.h"
#include <oriel.h>
#include <time.h>

enum { LARGE = 20000, SMALL = 8 };
#define PASS 1e-3

static double read_clock(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double read_mpi(void)
{
  return MPI_Wtime();
}

static void compute(void)
{
  oriel_compute(PASS);
}

static void pass_by(double (*now)(void))
{
  double begin = now();
  while (now() < begin + PASS)
    ;
}

static void read_clocks(void)
{
  pass_by(read_clock);
}

static void read_times(void)
{
  pass_by(read_mpi);
}

/* How long a put and a flush take, if meanwhile the rank or another is outside
 * MPI for a while; without that in `rest`. */
static double put(MPI_Win win, int target, int bytes, void (*pass)(void))
{
  static char data[LARGE];
  double begin = oriel_now();
  MPI_Put(data, bytes, MPI_BYTE, target, 0, bytes, MPI_BYTE, win);
  if (pass) pass();
  MPI_Win_flush(target, win);
  return oriel_now() - begin;
}

int main(int argc, char **argv)
{
  static void (*const ways[])(void) = {compute, read_clocks, read_times};
  char *memory;
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(LARGE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  double rest = put(win, rank, LARGE, NULL);
  for (int i = 0; i < 3; i++) {
    double time = put(win, rank, LARGE, ways[i]);
    CHECK(time > PASS + 0.8 * rest && time < PASS + 1.2 * rest);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
      CHECK(put(win, 1, SMALL, NULL) > 0.99 * PASS);
    else
      ways[i]();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
  return 0;
}
