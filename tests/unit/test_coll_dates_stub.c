/* Collectives: dates by hand for those whose algorithm is simple, what goes on
 * while ranks compute, and what is refused. */
#include "coll_stub.h"

/* --- dates --- */

static int rounds(int n)
{
  int k = 0;
  while (1 << k < n)
    k++;
  return k;
}

static void barrier_dates(void)
{
  double start = self->time;
  DO(Barrier, Ibarrier, Barrier_init, WORLD);
  int runs = form == 2 ? 2 : 1;
  CHECK_TIME(self->time, start + runs * rounds(stub_size) * (OS + L + OR));
}
EVERYWHERE(barrier_dates, 0)

static void allreduce_dates(void)
{
  double x = me(), sum;
  if (stub_size & (stub_size - 1)) return;
  MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
  CHECK(sum == stub_size * (stub_size - 1) / 2);
  CHECK_TIME(self->time, 8 / COPY + rounds(stub_size) *
                                        (OS + L + 8 / W + OR + 8 / COMBINE));
}
EVERYWHERE(allreduce_dates, 0)

/* The last leaf of a binomial tree: one message per bit of its number, each
 * after the longer ones of its parent. */
static void bcast_dates(void)
{
  int x = 0;
  if (stub_size != 8) return;
  MPI_Bcast(&x, 1, MPI_INT, 0, WORLD);
  double hop = OS + L + 4 / W + OR;
  static const double after[] = {3, 0, 0, 0, 0, 0, 0, 0};
  if (me() == 0) CHECK_TIME(self->time, after[0] * OS);
  if (me() == 4) CHECK_TIME(self->time, hop + 2 * OS);
  if (me() == 7) CHECK_TIME(self->time, 3 * hop);
  if (me() == 1) CHECK_TIME(self->time, 2 * OS + hop);
}
EVERYWHERE(bcast_dates, 0)

/* A barrier parks each rank once, not once a round. */
static void parks(void)
{
  MPI_Barrier(WORLD);
}

static void test_parks(void **state)
{
  (void)state;
  assert_int_equal(stub_run(16, L, W, options, 8, parks), 0);
  assert_true(engine_counts().switches <= 2 * 16 + 2);
}

/* A nonblocking collective goes on while its rank computes. */
static void overlap(void)
{
  MPI_Request request;
  MPI_Ibarrier(WORLD, &request);
  rank_compute(1e-3);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK_TIME(self->time, 1e-3);
}
EVERYWHERE(overlap, 0)

/* Under weak progress only while its rank is in MPI: the ranks meet in the
 * wait, and all rounds but the first message's come after it. */
static void weak_overlap(void)
{
  MPI_Request request;
  MPI_Ibarrier(WORLD, &request);
  rank_compute(1e-3);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  int later = rounds(stub_size) - 1;
  CHECK_TIME(self->time, 1e-3 + (later > 0 ? later : 0) * (OS + L + OR));
}

static void test_weak_overlap(void **state)
{
  (void)state;
  static const char *const weak[] = {"o_send=3e-7",   "o_recv=2e-7",
                                     "gap=0",         "eager=1000",
                                     "progress=weak", "network=latency"};
  for (int n = 1; n < 20; n += 3) {
    stub_complaints = 0;
    assert_int_equal(stub_run(n, L, W, weak, 6, weak_overlap), 0);
    assert_int_equal(stub_complaints, 0);
  }
}

/* --- refusals --- */

static void refused(void)
{
  int x[2] = {0}, y[2];
  if (stub_size > 1) return;
  CHECK(MPI_Bcast(x, 1, MPI_INT, 1, WORLD) == MPI_ERR_ROOT);
  CHECK(MPI_Bcast(x, -1, MPI_INT, 0, WORLD) == MPI_ERR_COUNT);
  CHECK(MPI_Bcast(x, 1, MPI_DATATYPE_NULL, 0, WORLD) == MPI_ERR_TYPE);
  CHECK(MPI_Bcast(MPI_IN_PLACE, 1, MPI_INT, 0, WORLD) == MPI_ERR_BUFFER);
  CHECK(MPI_Reduce(x, y, 1, MPI_INT, MPI_SUM, -1, WORLD) == MPI_ERR_ROOT);
  CHECK(MPI_Allreduce(x, x, 1, MPI_INT, MPI_SUM, WORLD) == MPI_ERR_BUFFER);
  CHECK(MPI_Allreduce(x, y, 1, MPI_INT, MPI_OP_NULL, WORLD) == MPI_ERR_OP);
  CHECK(MPI_Allreduce(x, y, 1, MPI_INT, MPI_REPLACE, WORLD) == MPI_ERR_OP);
  CHECK(MPI_Allreduce(x, y, 1, MPI_INT, MPI_NO_OP, WORLD) == MPI_ERR_OP);
  CHECK(MPI_Scan(x, y, 1, MPI_FLOAT, MPI_BAND, WORLD) == MPI_ERR_OP);
  CHECK(MPI_Barrier(MPI_COMM_NULL) == MPI_ERR_COMM);
  CHECK(MPI_Allgather(x, 1, MPI_INT, x, 1, MPI_INT, WORLD) == MPI_ERR_BUFFER);
  CHECK(MPI_Alltoallv(x, NULL, x, MPI_INT, y, x, x, MPI_INT, WORLD) ==
        MPI_ERR_ARG);
}
EVERYWHERE(refused, 0)

/* Ranks that disagree about the size: whoever can see it says so. */
static void disagree(void)
{
  int x[2] = {0};
  int error = MPI_Bcast(x, me() == 0 ? 2 : 1, MPI_INT, 0, WORLD);
  CHECK(error == (me() == 0 ? MPI_SUCCESS : MPI_ERR_TRUNCATE));
}

static void test_disagree(void **state)
{
  (void)state;
  stub_complaints = 0;
  assert_int_equal(stub_run(3, L, W, options, 8, disagree), 0);
  assert_int_equal(stub_complaints, 0);
}

/* Ranks that call different collectives wait for each other, and say so. */
static void mixed(void)
{
  int x = 0;
  if (me() == 0)
    MPI_Barrier(WORLD);
  else
    MPI_Bcast(&x, 1, MPI_INT, 0, WORLD);
}

static void say_mixed(void)
{
  static const char *const said[] = {
      "rank 1 of MPI_COMM_WORLD to take part in MPI_Barrier",
      "rank 0 of MPI_COMM_WORLD to take part in MPI_Bcast"};
  for (int r = 0; r < 2; r++) {
    char text[200] = "";
    const struct counter *c = rank_of(r)->main.waits;
    if (c && c->explain) c->explain(c, text, sizeof text);
    CHECK(strcmp(text, said[r]) == 0);
  }
}

static void test_mixed(void **state)
{
  (void)state;
  stub_complaints = 0;
  stub_leftover = say_mixed;
  assert_int_equal(stub_run(2, L, W, options, 8, mixed), 2);
  stub_leftover = NULL;
  assert_int_equal(stub_complaints, 0);
}

#define TESTS                                                                  \
  cmocka_unit_test(test_barrier_dates),                                        \
      cmocka_unit_test(test_allreduce_dates),                                  \
      cmocka_unit_test(test_bcast_dates), cmocka_unit_test(test_parks),        \
      cmocka_unit_test(test_overlap), cmocka_unit_test(test_refused),          \
      cmocka_unit_test(test_disagree), cmocka_unit_test(test_mixed)

/* All the same under --coll=model, but for weak progress, which it leaves
 * out. */
int main(void)
{
  static const struct CMUnitTest exact[] = {
      TESTS,
      cmocka_unit_test(test_weak_overlap),
  };
  static const struct CMUnitTest model[] = {TESTS};
  char why[256];
  int failed = cmocka_run_group_tests(exact, NULL, NULL);
  if (select_named("model", why, sizeof why)) return 1;
  return failed + cmocka_run_group_tests(model, NULL, NULL);
}
