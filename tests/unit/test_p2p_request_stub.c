/* Requests of point-to-point communication: statuses, polls, completion of any,
 * cancelling, persistent ones, by their dates. */
#include "p2p_stub.h"

static void errors_in_status_body(void)
{
  int x[2] = {1, 2}, in[2];
  MPI_Request r[2];
  MPI_Status s[2];
  if (me() == 0) {
    MPI_Send(x, 1, MPI_INT, 1, 0, WORLD);
    MPI_Send(x, 2, MPI_INT, 1, 1, WORLD);
  } else {
    MPI_Irecv(&in[0], 1, MPI_INT, 0, 0, WORLD, &r[0]);
    MPI_Irecv(&in[1], 1, MPI_INT, 0, 1, WORLD, &r[1]);
    CHECK(MPI_Waitall(2, r, s) == MPI_ERR_IN_STATUS);
    CHECK(s[0].MPI_ERROR == MPI_SUCCESS);
    CHECK(s[1].MPI_ERROR == MPI_ERR_TRUNCATE);
  }
}

static void test_errors_in_status(void **state)
{
  (void)state;
  PASSES(2, errors_in_status_body);
}

/* Who counts empty polls makes each of them. */
static void polls_body(void)
{
  int x = 1, flag, polls = 0;
  MPI_Request r;
  if (me() == 0) {
    rank_compute(1e-5);
    MPI_Send(&x, 1, MPI_INT, 1, 0, WORLD);
    return;
  }
  MPI_Irecv(&x, 1, MPI_INT, 0, 0, WORLD, &r);
  for (MPI_Test(&r, &flag, MPI_STATUS_IGNORE); !flag;
       MPI_Test(&r, &flag, MPI_STATUS_IGNORE))
    polls++;
  CHECK(polls == 114);                /* o_send and the latency past 10 us */
  CHECK_TIME(now(), 114 * POLL + OR); /* and the bytes past that */
}

static void test_polls(void **state)
{
  (void)state;
  PASSES(2, polls_body);
}

static void any_body(void)
{
  int in[2], i, flag, n, index[2];
  MPI_Request r[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Status s;
  if (me() == 0) {
    CHECK(MPI_Waitany(3, r, &i, &s) == MPI_SUCCESS && i == MPI_UNDEFINED);
    CHECK(MPI_Testany(3, r, &i, &flag, &s) == MPI_SUCCESS && flag);
    CHECK(s.MPI_SOURCE == MPI_ANY_SOURCE && s.MPI_TAG == MPI_ANY_TAG);
    MPI_Waitsome(3, r, &n, index, MPI_STATUSES_IGNORE);
    CHECK(n == MPI_UNDEFINED);
    MPI_Irecv(&in[0], 1, MPI_INT, 1, 0, WORLD, &r[1]);
    MPI_Irecv(&in[1], 1, MPI_INT, 2, 0, WORLD, &r[2]);
    MPI_Waitany(3, r, &i, &s);
    CHECK(i == 2 && s.MPI_SOURCE == 2 && in[1] == 2);
    CHECK(r[2] == MPI_REQUEST_NULL && r[1] != MPI_REQUEST_NULL);
    MPI_Waitsome(3, r, &n, index, MPI_STATUSES_IGNORE);
    CHECK(n == 1 && index[0] == 1 && in[0] == 1);
  } else {
    rank_compute(me() == 1 ? 2e-5 : 1e-5);
    in[0] = me();
    MPI_Send(in, 1, MPI_INT, 0, 0, WORLD);
  }
}

static void test_any(void **state)
{
  (void)state;
  PASSES(3, any_body);
}

static void cancel_body(void)
{
  int x = 4, flag;
  MPI_Request r;
  MPI_Status s;
  if (me() == 0) {
    MPI_Irecv(&x, 1, MPI_INT, 1, 0, WORLD, &r);
    MPI_Cancel(&r);
    MPI_Wait(&r, &s);
    MPI_Test_cancelled(&s, &flag);
    CHECK(flag && r == MPI_REQUEST_NULL && x == 4);
    MPI_Recv(&x, 1, MPI_INT, 1, 0, WORLD, &s);
    MPI_Test_cancelled(&s, &flag);
    CHECK(!flag && x == 8);
  } else {
    x = 8;
    MPI_Send(&x, 1, MPI_INT, 0, 0, WORLD);
  }
}

static void test_cancel(void **state)
{
  (void)state;
  PASSES(2, cancel_body);
}

static void persistent_body(void)
{
  int x = 0, flag;
  MPI_Request r;
  if (me() == 0)
    MPI_Send_init(&x, 1, MPI_INT, 1, 0, WORLD, &r);
  else
    MPI_Recv_init(&x, 1, MPI_INT, 0, 0, WORLD, &r);
  CHECK(MPI_Test(&r, &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS && flag);
  for (int i = 0; i < 3; i++) {
    x = me() == 0 ? i : -1;
    CHECK(MPI_Start(&r) == MPI_SUCCESS);
    if (i == 0) CHECK(MPI_Start(&r) == MPI_ERR_REQUEST);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    CHECK(x == i && r != MPI_REQUEST_NULL);
  }
  MPI_Request_free(&r);
  CHECK(r == MPI_REQUEST_NULL);
}

static void test_persistent(void **state)
{
  (void)state;
  PASSES(2, persistent_body);
}

/* A request that was freed while active still delivers. */
static void free_active_body(void)
{
  static int in;
  int x = 6;
  MPI_Request r;
  if (me() == 0) {
    MPI_Irecv(&in, 1, MPI_INT, 1, 0, WORLD, &r);
    MPI_Request copy = r;
    MPI_Request_free(&r);
    CHECK(MPI_Wait(&copy, MPI_STATUS_IGNORE) == MPI_ERR_REQUEST);
    rank_compute(1e-3);
    CHECK(in == 6);
  } else {
    MPI_Send(&x, 1, MPI_INT, 0, 0, WORLD);
  }
}

static void test_free_active(void **state)
{
  (void)state;
  PASSES(2, free_active_body);
}

int main(void)
{
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_errors_in_status),
      cmocka_unit_test(test_polls),
      cmocka_unit_test(test_any),
      cmocka_unit_test(test_cancel),
      cmocka_unit_test(test_persistent),
      cmocka_unit_test(test_free_active),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
