/* Times by hand: what the tests times_*.c share. The figures are those of
 * tests/platforms/times.xml. Agreement is to 2e-12 s and 4 ulp. */
#ifndef TIMES_H
#define TIMES_H

#include "check.h"
#include <float.h>
#include <math.h>
#include <oriel.h>

#define L 1.1e-6       /* latency of a route */
#define BANDWIDTH 1e10 /* of a link, B/s */
#define O_PUT 1e-6
#define O_GET 2e-6
#define O_ACC 3e-6
#define O_SEND 4e-6
#define O_RECV 5e-6
#define GAP 1e-7
#define ACK 0.25
#define ATOMIC 3e-8
#define COMBINE 1e9
#define COPY 4e9
#define CLOCK 1e-8

static double watch_begin;

static inline void watch_start(void)
{
  watch_begin = MPI_Wtime();
}

/* All ranks at one date: a barrier leaves them at different ones. */
static inline void watch_start_together(void)
{
  double mine = MPI_Wtime(), last;
  MPI_Allreduce(&mine, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  oriel_compute(last + 1e-3 - MPI_Wtime());
  watch_start();
}

static inline void expect_time(const char *what, double measured,
                               double expected)
{
  double allowed = 2e-12 + 4 * DBL_EPSILON * MPI_Wtime();
  if (fabs(measured - expected) <= allowed) return;
  complaints++;
  printf("rank %d: %s: %.15f s, expected %.15f s\n", world_rank(), what,
         measured, expected);
}

/* Did it take so long since watch_start? The second reading of the clock is
 * in what is measured. */
static inline void watch_expect(const char *what, double expected)
{
  expect_time(what, MPI_Wtime() - watch_begin - CLOCK, expected);
}

/* A window of `bytes`, zero. */
static inline MPI_Win time_window(MPI_Aint bytes)
{
  void *memory;
  MPI_Win win;
  MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Barrier(MPI_COMM_WORLD);
  return win;
}

#endif
