/* --coll=model: dates by hand, also of ranks that arrive at different dates,
 * and against the exact run of the same algorithm. */
#include "../stub/ranks.h"
#include "sim/coll/barrier.h"
#include "sim/coll/select.h"

#include <math.h>
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
#define HOP (OS + L + OR)
#define GAP 4e-7
#define COPY 8e9
#define WORLD MPI_COMM_WORLD

static const char *const alone[] = {
    "o_send=3e-7", "o_recv=2e-7", "eager=1000",     "gap=0",
    "copy=8e9",    "combine=4e9", "network=latency"};
/* Interfaces that take longer than a call. */
static const char *const shared[] = {
    "o_send=3e-7", "o_recv=2e-7", "eager=1000",    "gap=4e-7",
    "copy=8e9",    "combine=4e9", "network=hybrid"};

static void name(const char *text)
{
  char why[256];
  assert_int_equal(select_named(text, why, sizeof why), 0);
}

static void pass(int ranks, const char *const options[], void (*body)(void))
{
  stub_complaints = 0;
  assert_int_equal(stub_run(ranks, L, W, options, 7, body), 0);
  assert_int_equal(stub_complaints, 0);
}

/* --- by hand --- */

/* Rank 1 comes 10 us late; what it sends in round k makes a member late that is
 * 2^k further up, and so on: 2 hears of it in the first round, 3 in the second,
 * 0 of four in the first and second. What the others sent before that is there
 * when it begins a round, and is taken before it sends. */
static void late_barrier(void)
{
  double late = 1e-5, again = OR + OS;
  if (self->id == 1) rank_compute(late);
  MPI_Barrier(WORLD);
  if (self->id == 1) CHECK_TIME(self->time, late + 2 * again);
  if (self->id == 2) CHECK_TIME(self->time, late + again + L + OR + again);
  if (self->id == 3) CHECK_TIME(self->time, late + 2 * again + L + OR);
  if (self->id == 0)
    CHECK_TIME(self->time, late + again + L + OR + again + L + OR);
}

/* Four ranks exchange 600 bytes each: 600, then 1200, which are more than
 * `eager` and ask first; the sender waits until they have left. */
static void exchange(void)
{
  coll_exchange(self->world, 600, NEEDS_ALL);
  CHECK_TIME(self->time, OS + L + 600 / W + OR + OS + 3 * L + 1200 / W + OR);
}

/* The root does not wait for a rank that comes late, nor do the others. */
static void late_leaf(void)
{
  int x = 7 * (self->id == 0);
  if (self->id == 3) rank_compute(1e-3);
  MPI_Bcast(&x, 1, MPI_INT, 0, WORLD);
  CHECK(x == 7);
  if (self->id == 0) CHECK_TIME(self->time, 2 * OS);
  if (self->id == 2) CHECK_TIME(self->time, HOP + 4 / W + OS);
  if (self->id == 1) CHECK_TIME(self->time, OS + HOP + 4 / W);
  if (self->id == 3) CHECK_TIME(self->time, 1e-3 + OR);
}

/* Straight to each rank, through one interface: a message leaves `gap` after
 * the one before it, though the processor was ready earlier. */
static void linear_scatter(void)
{
  int all[5] = {0, 1, 2, 3, 4}, mine = -1;
  MPI_Scatter(all, 1, MPI_INT, &mine, 1, MPI_INT, 0, WORLD);
  CHECK(mine == self->id);
  if (self->id == 0) CHECK_TIME(self->time, 4 * OS + 4 / COPY);
  if (self->id == 1) CHECK_TIME(self->time, OS + L + 4 / W + OR);
  if (self->id == 4) CHECK_TIME(self->time, OS + 3 * GAP + L + 4 / W + OR);
}

/* From each rank straight to the root, whose interface takes one after the
 * other, and its processor OR for each. */
static void linear_gather(void)
{
  int all[5] = {-1, -1, -1, -1, -1}, mine = self->id;
  MPI_Gather(&mine, 1, MPI_INT, all, 1, MPI_INT, 0, WORLD);
  if (self->id) {
    CHECK_TIME(self->time, OS);
    return;
  }
  for (int i = 0; i < 5; i++)
    CHECK(all[i] == i);
  CHECK_TIME(self->time, OS + L + 3 * GAP + 4 / W + OR);
}

/* 8,000 bytes ask first; the root is free when they have left. */
static void long_bcast(void)
{
  static char buffer[2][8000];
  MPI_Bcast(buffer[self->id], 8000, MPI_BYTE, 0, WORLD);
  double left = OS + 2 * L + 8000 / W;
  CHECK_TIME(self->time, self->id ? left + L + OR : left);
}

/* The receiver comes late: it is then that the root may go. */
static void late_long_bcast(void)
{
  static char buffer[2][8000];
  if (self->id == 1) rank_compute(1e-4);
  MPI_Bcast(buffer[self->id], 8000, MPI_BYTE, 0, WORLD);
  double left = 1e-4 + L + 8000 / W;
  CHECK_TIME(self->time, self->id ? left + L + OR : left);
}

static void test_by_hand(void **state)
{
  (void)state;
  name("model");
  pass(4, alone, late_barrier);
  name("exact");
  pass(4, alone, late_barrier);
  name("model");
  pass(4, alone, exchange);
  pass(4, alone, late_leaf);
  name("scatter=linear");
  pass(5, shared, linear_scatter);
  name("gather=linear");
  pass(5, shared, linear_gather);
  name("bcast=binomial");
  pass(2, alone, long_bcast);
  pass(2, alone, late_long_bcast);
  name("exact");
}

/* --- against the exact run --- */

enum { RANKS_MAX = 32, CALLS = 9 };
static int which, count;
static double spread;
static double ends[2][RANKS_MAX]; /* of the exact run, and by the model */
static double sums[2][RANKS_MAX];
static int now;

static double some(int rank)
{
  return (rank * 7919 + which * 104729) % 1000 / 1000.0;
}

static void call(void)
{
  int n = stub_size, me = self->id;
  double *out = calloc((size_t)n * count, sizeof *out);
  double *in = calloc((size_t)n * count, sizeof *in);
  for (int i = 0; i < n * count; i++)
    out[i] = 1.0 / (1 + me + 3 * i);
  rank_compute(spread * some(me));
  switch (which) {
  case 0:
    MPI_Barrier(WORLD);
    break;
  case 1:
    MPI_Bcast(out, count, MPI_DOUBLE, n / 2, WORLD);
    break;
  case 2:
    MPI_Reduce(out, in, count, MPI_DOUBLE, MPI_SUM, n - 1, WORLD);
    break;
  case 3:
    MPI_Allreduce(out, in, count, MPI_DOUBLE, MPI_SUM, WORLD);
    break;
  case 4:
    MPI_Gather(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, 0, WORLD);
    break;
  case 5:
    MPI_Scatter(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, 0, WORLD);
    break;
  case 6:
    MPI_Allgather(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, WORLD);
    break;
  case 7:
    MPI_Alltoall(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, WORLD);
    break;
  default:
    MPI_Scan(out, in, count, MPI_DOUBLE, MPI_SUM, WORLD);
  }
  ends[now][me] = self->time;
  sums[now][me] = 0;
  for (int i = 0; i < n * count; i++)
    sums[now][me] += in[i] * (1 + i) + out[i];
  free(out);
  free(in);
}

static void both(int ranks)
{
  for (now = 0; now < 2; now++) {
    name(now ? "model" : "exact");
    pass(ranks, alone, call);
  }
  name("exact");
  assert_memory_equal(sums[0], sums[1], ranks * sizeof **sums);
}

static void test_equal_arrivals(void **state)
{
  static const int counts[] = {1, 64, 200};
  (void)state;
  spread = 0;
  for (int n = 1; n <= RANKS_MAX; n *= 2)
    for (which = 0; which < 8; which++)
      for (int i = 0; i < 3; i++) {
        count = counts[i];
        both(n);
        for (int r = 0; r < n; r++)
          check_time(ends[1][r], ends[0][r], __FILE__, __LINE__);
        if (stub_complaints)
          fail_msg("%d ranks, call %d, count %d", n, which, count);
      }
}

/* In an exact run a message that comes while the one before it is taken, in the
 * `o_recv` before its round begins, is taken behind what the round sends. So
 * the two differ by up to that in some rounds, and in most calls not at all. */
static void test_any_arrivals(void **state)
{
  int all = 0, differ = 0;
  (void)state;
  count = 1;
  for (int n = 1; n <= RANKS_MAX; n += 3)
    for (which = 0; which < CALLS; which++)
      for (spread = 1e-6; spread < 1e-3; spread *= 10) {
        both(n);
        for (int r = 0; r < n; r++, all++) {
          double early = ends[0][r] - ends[1][r];
          differ += fabs(early) > 1e-12;
          if (fabs(early) > 2 * OR + 1e-12)
            fail_msg("%d ranks, call %d, spread %g, rank %d: %g s early", n,
                     which, spread, r, early);
        }
      }
  assert_true(differ * 10 < all);
}

/* A rank parks once a call, whatever the number of rounds, and a barrier posts
 * no event for a message. */
static void one_barrier(void)
{
  MPI_Barrier(WORLD);
}

static void test_events(void **state)
{
  (void)state;
  name("model");
  pass(32, alone, one_barrier);
  assert_true(engine_counts().events <= 2 * 32);
  assert_true(engine_counts().switches <= 2 * 32 + 2);
  name("exact");
  pass(32, alone, one_barrier);
  assert_true(engine_counts().events > 32 * 5);
}

int main(void)
{
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_by_hand),
      cmocka_unit_test(test_equal_arrivals),
      cmocka_unit_test(test_any_arrivals),
      cmocka_unit_test(test_events),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
