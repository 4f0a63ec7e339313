/* Noise: what a rank computes and what its calls take of its processor is up to
 * that share longer, which follows from the seed, the rank and the date alone.
 *
 * mpich: no (simulated times)
 * run: np=6 options="--platform tests/platforms/times.xml --cost noise=0.25" args="0.25 1" twice=1
 * run: np=6 options="--platform tests/platforms/times.xml --cost noise=0.25 --cost noise_seed=7" args="0.25 7"
 * run: np=6 options="--platform tests/platforms/times.xml --cost noise=1 --coll model" args="1 1"
 * run: np=6 options="--platform tests/platforms/times.xml" args="0 1"
 * stdout: ok
 */
#include "times.h"

#include <stdint.h>

/* A step of splitmix64. */
static uint64_t spread(uint64_t x)
{
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

static double noise;
static uint64_t seed;

/* What takes so many seconds without noise, and begins at that date. */
static double takes(double seconds, double date)
{
  uint64_t bits;
  memcpy(&bits, &date, sizeof bits);
  bits += spread(spread(seed) + (uint64_t)world_rank());
  double drawn = (double)(spread(bits) >> 11) * 0x1p-53;
  return seconds + seconds * noise * drawn;
}

static void puts_and_computes(MPI_Win win)
{
  char byte = 1;
  int next = (world_rank() + 1) % world_size();
  oriel_sleep(1e-3 * world_rank());
  for (int i = 0; i < 5; i++) {
    watch_begin = oriel_now();
    oriel_compute(1e-3);
    double took = oriel_now() - watch_begin;
    expect_time("compute", took, takes(1e-3, watch_begin));
    watch_begin = oriel_now();
    MPI_Put(&byte, 1, MPI_BYTE, next, 0, 1, MPI_BYTE, win);
    took = oriel_now() - watch_begin;
    expect_time("put", took, takes(O_PUT, watch_begin));
    MPI_Win_flush_all(win);
  }
}

/* Nobody's processor. */
static void sleeps_and_clocks(void)
{
  watch_begin = oriel_now();
  oriel_sleep(1e-3);
  expect_time("sleep", oriel_now() - watch_begin, 1e-3);
  watch_start();
  watch_expect("clock", 0);
}

/* A root sends its three messages one behind the other. */
static void broadcasts(void)
{
  int value = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  double date = watch_begin = oriel_now();
  for (int i = 0; i < 3; i++)
    date += takes(O_SEND, date);
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  double took = oriel_now() - watch_begin;
  if (world_rank() == 0) expect_time("broadcast", took, date - watch_begin);
}

/* All ranks draw for themselves. */
static void all_compute(void)
{
  double took, least, most;
  MPI_Barrier(MPI_COMM_WORLD);
  watch_begin = oriel_now();
  oriel_compute(1e-3);
  took = oriel_now() - watch_begin;
  MPI_Allreduce(&took, &least, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
  MPI_Allreduce(&took, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  SAME(most > least + 1e-3 * noise / 10, noise > 0);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  noise = atof(argv[1]);
  seed = (uint64_t)atoi(argv[2]);
  MPI_Win win = time_window(1);
  MPI_Win_lock_all(0, win);
  puts_and_computes(win);
  sleeps_and_clocks();
  MPI_Win_unlock_all(win);
  broadcasts();
  all_compute();
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
