/* What the tests of collectives share: bodies that run with many numbers of
 * ranks, counts and forms. */
#ifndef ORIEL_TEST_COLL_STUB_H
#define ORIEL_TEST_COLL_STUB_H

#include "../stub/ranks.h"
#include "sim/coll/select.h"

#include <mpi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define L 1e-6
#define W 1e10
#define OS 3e-7
#define OR 2e-7
#define COMBINE 4e9
#define COPY 8e9
#define WORLD MPI_COMM_WORLD

static const char *const options[] = {
    "o_send=3e-7", "o_recv=2e-7", "poll=1e-7",   "eager=1000",
    "gap=0",       "copy=8e9",    "combine=4e9", "network=latency"};

/* What a body looks at. */
static int count;
static int form; /* 0 blocking, 1 nonblocking, 2 persistent and run twice */

static const int sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 16, 21};
static const int counts[] = {0, 1, 3, 100, 700, 5000};

static void pass_everywhere(void (*body)(void), int most)
{
  stub_complaints = 0;
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
      count = counts[n];
      if (count > most) continue;
      form = (s + n) % 3;
      assert_int_equal(stub_run(sizes[s], L, W, options, 8, body), 0);
      if (!stub_complaints) continue;
      fail_msg("%d ranks, count %d, form %d", sizes[s], count, form);
    }
}

#define EVERYWHERE(name, most)                                                 \
  static void test_##name(void **state)                                        \
  {                                                                            \
    (void)state;                                                               \
    pass_everywhere(name, most);                                               \
  }

/* Run a collective in the form that is looked at. */
#define DO(x, ix, x_init, ...)                                                 \
  do {                                                                         \
    MPI_Request request_;                                                      \
    if (form == 0) {                                                           \
      CHECK(MPI_##x(__VA_ARGS__) == MPI_SUCCESS);                              \
    } else if (form == 1) {                                                    \
      CHECK(MPI_##ix(__VA_ARGS__, &request_) == MPI_SUCCESS);                  \
      CHECK(MPI_Wait(&request_, MPI_STATUS_IGNORE) == MPI_SUCCESS);            \
    } else {                                                                   \
      CHECK(MPI_##x_init(__VA_ARGS__, MPI_INFO_NULL, &request_) ==             \
            MPI_SUCCESS);                                                      \
      for (int twice_ = 0; twice_ < 2; twice_++) {                             \
        MPI_Start(&request_);                                                  \
        CHECK(MPI_Wait(&request_, MPI_STATUS_IGNORE) == MPI_SUCCESS);          \
      }                                                                        \
      MPI_Request_free(&request_);                                             \
    }                                                                          \
  } while (0)

static int me(void)
{
  return self->id;
}

#endif
