/* Ranks on the stub engine: bodies in plain C that call MPI.
 *
 * stub_run makes n hosts with one rank each, MPI_COMM_WORLD and MPI_COMM_SELF
 * with MPI_ERRORS_RETURN, runs `body` on every rank and returns when nothing
 * is left to happen. Checks inside a body are CHECK and CHECK_TIME: they note
 * the complaint, and stub_run's caller asserts that there was none. */
#ifndef ORIEL_STUB_RANKS_H
#define ORIEL_STUB_RANKS_H

#include "../../model/comm/comm.h"
#include "../../model/error/errhandler.h"
#include "../../sim/cost/cost.h"
#include "../../sim/net/net.h"
#include "../../sim/p2p/p2p.h"
#include "../../sim/rank/rank.h"
#include "stub.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int stub_complaints;
static int stub_size;
static struct comm *stub_world;
static void (*stub_body)(void);
static void (*stub_leftover)(void); /* runs when ranks are left parked */

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (condition) break;                                                      \
    stub_complaints++;                                                         \
    printf("%s:%d: rank %d: not so: %s\n", __FILE__, __LINE__,                 \
           self ? self->id : -1, #condition);                                  \
  } while (0)

/* Within 2e-12 s and 4 units in the last place. */
static inline void check_time(double date, double expected, const char *file,
                              int line)
{
  double most = 2e-12 + 4 * (nextafter(expected, HUGE_VAL) - expected);
  if (fabs(date - expected) <= most) return;
  stub_complaints++;
  printf("%s:%d: rank %d: %.15g instead of %.15g\n", file, line,
         self ? self->id : -1, date, expected);
}
#define CHECK_TIME(date, expected)                                             \
  check_time(date, expected, __FILE__, __LINE__)

static struct comm_view *stub_view(struct comm *comm, int rank, MPI_Comm h)
{
  struct comm_view *view = comm_view_new(comm, rank, &errors_return);
  view->handle = h;
  return view;
}

static int stub_main(struct rank *r)
{
  struct group *me = group_range(r->id, 1, 1);
  r->world = stub_view(comm_ref(stub_world), r->id, MPI_COMM_WORLD);
  r->own = stub_view(comm_new(me), 0, MPI_COMM_SELF);
  group_unref(me);
  r->state = RANK_RUNNING;
  stub_body();
  return 0;
}

/* How many ranks did not end: they wait for ever. */
static inline int stub_run(int n, double latency, double bandwidth,
                           const char *const options[], int option_count,
                           void (*body)(void))
{
  char why[512];
  struct rank_place *places = calloc(n, sizeof *places);
  for (int i = 0; i < n; i++)
    places[i].host = i;
  stub_hosts(n, latency, bandwidth);
  if (cost_load("stub", options, option_count, why, sizeof why)) {
    printf("%s\n", why);
    abort();
  }
  net_open(NULL);
  p2p_open(n);
  stub_body = body;
  stub_size = n;
  struct group *all = group_range(0, 1, n);
  stub_world = comm_new(all);
  group_unref(all);
  ranks_create(n, places, 128 * 1024, stub_main);
  engine_run();
  if (stub_leftover) stub_leftover();
  comm_unref(stub_world);
  free(places);
  return ranks_alive();
}

#endif
