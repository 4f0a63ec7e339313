/* Runs of a body on the stub engine whose events, as recorder.h writes them
 * down, are compared with what must be told. */
#ifndef ORIEL_STUB_TOLD_H
#define ORIEL_STUB_TOLD_H

#include "ranks.h"
#include "recorder.h"

#include <mpi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define L 1e-6
#define W 1e10
#define COSTS                                                                  \
  "o_put=3e-7", "o_get=4e-7", "o_acc=5e-7", "o_send=6e-7", "o_recv=2e-7",      \
      "ack=0.5", "atomic=3e-8", "combine=4e9", "copy=8e9", "poll=1e-7",        \
      "gap=0", "eager=4000", "network=latency"

static int me(void)
{
  return self->id;
}

static void differs(const char *said)
{
  size_t i = 0;
  while (said[i] && said[i] == recorded[i])
    i++;
  while (i > 0 && said[i - 1] != '\n')
    i--;
  printf("--- expected ---\n%s--- told ---\n%s--- they differ at: %.40s\n",
         said, recorded, recorded + i);
}

static void run(int n, const char *protocol, void (*body)(void))
{
  const char *const options[] = {COSTS, protocol, "progress=thread"};
  stub_complaints = 0;
  recorder_open();
  assert_int_equal(
      stub_run(n, L, W, options, sizeof options / sizeof *options, body), 0);
  recorder_close();
  assert_int_equal(stub_complaints, 0);
  assert_int_equal(kept_count, 0);
  assert_int_equal(kept_early, 0);
}

/* Both protocols move data at other instants, and tell the same. */
#define TELLS(n, body, ...)                                                    \
  do {                                                                         \
    const char *const said = "" __VA_ARGS__;                                   \
    run(n, "protocol=rdma", body);                                             \
    if (strcmp(recorded, said) != 0) differs(said);                            \
    assert_string_equal(recorded, said);                                       \
    run(n, "protocol=message", body);                                          \
    if (strcmp(recorded, said) != 0) differs(said);                            \
    assert_string_equal(recorded, said);                                       \
  } while (0)

/* At this many microseconds of simulated time. */
static void at(double microseconds)
{
  double seconds = 1e-3 + microseconds * 1e-6 - self->time;
  CHECK(seconds >= 0);
  rank_compute(seconds);
}

#endif
