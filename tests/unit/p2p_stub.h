/* What the tests of point-to-point communication on the stub engine share: the
 * parameters, and messages that tell what they should hold. */
#ifndef P2P_STUB_H
#define P2P_STUB_H

#include "../stub/ranks.h"

#include "sim/order.h"

#include <mpi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define L 1e-6
#define W 1e10
#define OS 3e-7
#define OR 2e-7
#define POLL 1e-7
#define EAGER 1000

static const char *const options[] = {
    "o_send=3e-7", "o_recv=2e-7", "poll=1e-7",   "eager=1000",
    "gap=0",       "copy=8e9",    "combine=4e9", "network=latency"};

#define PASSES(n, body)                                                        \
  do {                                                                         \
    stub_complaints = 0;                                                       \
    assert_int_equal(stub_run(n, L, W, options, 8, body), 0);                  \
    assert_int_equal(stub_complaints, 0);                                      \
  } while (0)

static inline int me(void)
{
  return self->id;
}

static inline double now(void)
{
  return self->time;
}

static inline void fill(char *buffer, int n, int seed)
{
  for (int i = 0; i < n; i++)
    buffer[i] = (char)(i * 7 + seed);
}

static inline int holds(const char *buffer, int n, int seed)
{
  for (int i = 0; i < n; i++)
    if (buffer[i] != (char)(i * 7 + seed)) return 0;
  return 1;
}

#define WORLD MPI_COMM_WORLD

#endif
