/* Point-to-point: matching, protocols, requests, and their dates by hand. */
#include "p2p_stub.h"

/* --- dates --- */

static void eager_body(void)
{
  char b[EAGER];
  MPI_Status status;
  if (me() == 0) {
    fill(b, EAGER, 1);
    CHECK(MPI_Send(b, EAGER, MPI_BYTE, 1, 7, WORLD) == MPI_SUCCESS);
    memset(b, 0, sizeof b); /* the send has copied it */
    CHECK_TIME(now(), OS);
  } else {
    CHECK(MPI_Recv(b, EAGER, MPI_BYTE, 0, 7, WORLD, &status) == MPI_SUCCESS);
    CHECK_TIME(now(), OS + L + EAGER / W + OR);
    CHECK(holds(b, EAGER, 1));
    CHECK(status.MPI_SOURCE == 0 && status.MPI_TAG == 7);
    int n;
    MPI_Get_count(&status, MPI_BYTE, &n);
    CHECK(n == EAGER);
  }
}

static void test_eager(void **state)
{
  (void)state;
  PASSES(2, eager_body);
}

enum { LONG = 100000 };

static void rendezvous_body(void)
{
  static char out[LONG], in[LONG];
  if (me() == 0) {
    fill(out, LONG, 2);
    MPI_Send(out, LONG, MPI_BYTE, 1, 0, WORLD);
    memset(out, 0, LONG);
    CHECK_TIME(now(), 5e-6 + L + LONG / W);
  } else {
    rank_compute(5e-6); /* the request is there since o_send + L */
    MPI_Recv(in, LONG, MPI_BYTE, 0, 0, WORLD, MPI_STATUS_IGNORE);
    CHECK_TIME(now(), 5e-6 + L + LONG / W + L + OR);
    CHECK(holds(in, LONG, 2));
  }
}

static void test_rendezvous(void **state)
{
  (void)state;
  PASSES(2, rendezvous_body);
}

static void early_receiver_body(void)
{
  static char out[LONG], in[LONG];
  if (me() == 0) {
    MPI_Send(out, LONG, MPI_BYTE, 1, 0, WORLD);
    CHECK_TIME(now(), OS + 2 * L + LONG / W);
  } else {
    MPI_Recv(in, LONG, MPI_BYTE, 0, 0, WORLD, MPI_STATUS_IGNORE);
    CHECK_TIME(now(), OS + 3 * L + LONG / W + OR);
  }
}

static void test_early_receiver(void **state)
{
  (void)state;
  PASSES(2, early_receiver_body);
}

/* Weak progress: a receiver that computes does not answer the request. */
static void weak_body(void)
{
  static char out[LONG], in[LONG];
  MPI_Request r;
  if (me() == 0) {
    MPI_Send(out, LONG, MPI_BYTE, 1, 0, WORLD);
    CHECK_TIME(now(), 1e-3 + L + LONG / W);
  } else {
    MPI_Irecv(in, LONG, MPI_BYTE, 0, 0, WORLD, &r);
    rank_compute(1e-3);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    CHECK_TIME(now(), 1e-3 + 2 * L + LONG / W + OR);
  }
}

static void test_weak(void **state)
{
  (void)state;
  static const char *const weak[] = {"o_send=3e-7",   "o_recv=2e-7",
                                     "gap=0",         "eager=1000",
                                     "progress=weak", "network=latency"};
  stub_complaints = 0;
  assert_int_equal(stub_run(2, L, W, weak, 6, weak_body), 0);
  assert_int_equal(stub_complaints, 0);
}

static void synchronous_body(void)
{
  int x = 5;
  if (me() == 0) {
    MPI_Ssend(&x, 1, MPI_INT, 1, 0, WORLD);
    CHECK_TIME(now(), 9e-6 + L);
  } else {
    rank_compute(9e-6);
    MPI_Recv(&x, 1, MPI_INT, 0, 0, WORLD, MPI_STATUS_IGNORE);
    CHECK_TIME(now(), 9e-6 + OR);
  }
}

static void test_synchronous(void **state)
{
  (void)state;
  PASSES(2, synchronous_body);
}

/* --order=late: a standard send is one of the outcomes MPI allows, too. */
static void late_body(void)
{
  int x = 5;
  if (me() == 0) {
    MPI_Send(&x, 1, MPI_INT, 1, 0, WORLD);
    CHECK_TIME(now(), 9e-6 + L);
  } else {
    rank_compute(9e-6);
    MPI_Recv(&x, 1, MPI_INT, 0, 0, WORLD, MPI_STATUS_IGNORE);
  }
}

static void test_late(void **state)
{
  (void)state;
  order_choose("late");
  PASSES(2, late_body);
  order_choose(NULL);
}

/* A rank runs ahead of the clock: ten sends cost ten overheads. */
static void ahead_body(void)
{
  int x[10];
  MPI_Request r[10];
  for (int i = 0; i < 10; i++) {
    x[i] = i;
    if (me() == 0)
      MPI_Isend(&x[i], 1, MPI_INT, 1, i, WORLD, &r[i]);
    else
      MPI_Irecv(&x[9 - i], 1, MPI_INT, 0, 9 - i, WORLD, &r[i]);
  }
  MPI_Waitall(10, r, MPI_STATUSES_IGNORE);
  CHECK_TIME(now(), 10 * OS + (me() ? L + 4 / W + 10 * OR : 0));
  for (int i = 0; i < 10; i++)
    CHECK(x[i] == i && r[i] == MPI_REQUEST_NULL);
}

static void test_ahead(void **state)
{
  (void)state;
  PASSES(2, ahead_body);
}

/* --- matching --- */

/* A small message sent after a large eager one does not overtake it. */
static void order_body(void)
{
  static char large[EAGER], in[EAGER];
  char small = 3;
  MPI_Status status;
  int n;
  if (me() == 0) {
    MPI_Send(large, EAGER, MPI_BYTE, 1, 4, WORLD);
    MPI_Send(&small, 1, MPI_BYTE, 1, 4, WORLD);
  } else {
    MPI_Recv(in, EAGER, MPI_BYTE, 0, MPI_ANY_TAG, WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &n);
    CHECK(n == EAGER);
    MPI_Recv(in, EAGER, MPI_BYTE, MPI_ANY_SOURCE, 4, WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &n);
    CHECK(n == 1 && in[0] == 3);
  }
}

static void test_order(void **state)
{
  (void)state;
  static const char *const slow[] = {"o_send=0", "eager=1000",
                                     "network=latency"};
  stub_complaints = 0;
  assert_int_equal(stub_run(2, L, 1e6, slow, 3, order_body), 0);
  assert_int_equal(stub_complaints, 0);
}

/* The receive that was posted first gets the message, wildcard or not. */
static void posted_order_body(void)
{
  int in[4] = {-1, -1, -1, -1}, x;
  MPI_Request r[4];
  MPI_Status s[4];
  if (me() == 1) {
    MPI_Irecv(&in[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, &r[0]);
    MPI_Irecv(&in[1], 1, MPI_INT, 0, 5, WORLD, &r[1]);
    MPI_Irecv(&in[2], 1, MPI_INT, MPI_ANY_SOURCE, 5, WORLD, &r[2]);
    MPI_Irecv(&in[3], 1, MPI_INT, 0, MPI_ANY_TAG, WORLD, &r[3]);
    MPI_Waitall(4, r, s);
    for (int i = 0; i < 4; i++)
      CHECK(in[i] == i && s[i].MPI_SOURCE == 0 && s[i].MPI_TAG == 5);
  } else {
    rank_compute(1e-6);
    for (x = 0; x < 4; x++)
      MPI_Send(&x, 1, MPI_INT, 1, 5, WORLD);
  }
}

static void test_posted_order(void **state)
{
  (void)state;
  PASSES(2, posted_order_body);
}

/* Of the messages that are there, a wildcard takes the one that came first. */
static void arrived_order_body(void)
{
  int x = me();
  MPI_Status s;
  if (x > 0) {
    rank_compute((4 - x) * 1e-6);
    MPI_Send(&x, 1, MPI_INT, 0, x, WORLD);
    return;
  }
  rank_compute(1e-3);
  MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 2, WORLD, &s);
  CHECK(x == 2);
  MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, &s);
  CHECK(x == 3 && s.MPI_SOURCE == 3 && s.MPI_TAG == 3);
  MPI_Recv(&x, 1, MPI_INT, 1, MPI_ANY_TAG, WORLD, &s);
  CHECK(x == 1);
}

static void test_arrived_order(void **state)
{
  (void)state;
  PASSES(4, arrived_order_body);
}

static void truncation_body(void)
{
  int x[4] = {1, 2, 3, 4}, in[4] = {0};
  MPI_Status s;
  if (me() == 0) {
    MPI_Send(x, 4, MPI_INT, 1, 0, WORLD);
  } else {
    CHECK(MPI_Recv(in, 2, MPI_INT, 0, 0, WORLD, &s) == MPI_ERR_TRUNCATE);
    CHECK(in[0] == 1 && in[1] == 2 && in[2] == 0);
  }
}

static void test_truncation(void **state)
{
  (void)state;
  PASSES(2, truncation_body);
}

/* --- others --- */

static void proc_null_body(void)
{
  int x = 3, n;
  MPI_Status s;
  MPI_Message m;
  MPI_Send(&x, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD);
  MPI_Recv(&x, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD, &s);
  MPI_Get_count(&s, MPI_INT, &n);
  CHECK(s.MPI_SOURCE == MPI_PROC_NULL && s.MPI_TAG == MPI_ANY_TAG && n == 0);
  MPI_Mprobe(MPI_PROC_NULL, 0, WORLD, &m, &s);
  CHECK(m == MPI_MESSAGE_NO_PROC && s.MPI_SOURCE == MPI_PROC_NULL);
  MPI_Mrecv(&x, 1, MPI_INT, &m, &s);
  CHECK(m == MPI_MESSAGE_NULL && s.MPI_SOURCE == MPI_PROC_NULL);
  CHECK(x == 3);
  CHECK_TIME(now(), 0);
}

static void test_proc_null(void **state)
{
  (void)state;
  PASSES(1, proc_null_body);
}

static void probe_body(void)
{
  int x = 9, flag;
  MPI_Status s;
  MPI_Message m;
  if (me() == 0) {
    MPI_Send(&x, 1, MPI_INT, 1, 3, WORLD);
    MPI_Send(&x, 1, MPI_INT, 1, 3, WORLD);
    return;
  }
  MPI_Iprobe(0, 3, WORLD, &flag, &s);
  CHECK(!flag);
  CHECK_TIME(now(), POLL);
  MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, &s);
  CHECK_TIME(now(), OS + L + 4 / W);
  CHECK(s.MPI_SOURCE == 0 && s.MPI_TAG == 3);
  MPI_Iprobe(0, 3, WORLD, &flag, &s);
  CHECK(flag);
  MPI_Mprobe(0, 3, WORLD, &m, &s);
  MPI_Iprobe(0, 3, WORLD, &flag, &s);
  CHECK(!flag); /* claimed; the second one is not there yet */
  x = 0;
  MPI_Mrecv(&x, 1, MPI_INT, &m, &s);
  CHECK(x == 9 && m == MPI_MESSAGE_NULL && s.MPI_TAG == 3);
  MPI_Recv(&x, 1, MPI_INT, 0, 3, WORLD, &s);
}

static void test_probe(void **state)
{
  (void)state;
  PASSES(2, probe_body);
}

static void buffered_body(void)
{
  static char out[LONG], in[LONG], space[LONG + MPI_BSEND_OVERHEAD];
  void *back;
  int size;
  if (me() == 0) {
    CHECK(MPI_Bsend(out, 1, MPI_BYTE, 1, 0, WORLD) == MPI_ERR_BUFFER);
    MPI_Buffer_attach(space, sizeof space);
    fill(out, LONG, 5);
    CHECK(MPI_Bsend(out, LONG, MPI_BYTE, 1, 0, WORLD) == MPI_SUCCESS);
    CHECK_TIME(now(), 2 * OS);
    memset(out, 0, LONG);
    CHECK(MPI_Bsend(out, 1, MPI_BYTE, 1, 0, WORLD) == MPI_ERR_BUFFER);
    MPI_Buffer_detach(&back, &size);
    CHECK(back == space && size == sizeof space);
    CHECK_TIME(now(), 1e-4 + L + LONG / W);
  } else {
    rank_compute(1e-4);
    MPI_Recv(in, LONG, MPI_BYTE, 0, 0, WORLD, MPI_STATUS_IGNORE);
    CHECK(holds(in, LONG, 5));
  }
}

static void test_buffered(void **state)
{
  (void)state;
  PASSES(2, buffered_body);
}

static void sendrecv_body(void)
{
  int n = stub_size, right = (me() + 1) % n, left = (me() + n - 1) % n;
  int out = me(), in = -1;
  MPI_Status s;
  MPI_Sendrecv(&out, 1, MPI_INT, right, 1, &in, 1, MPI_INT, left, 1, WORLD, &s);
  CHECK(in == left && s.MPI_SOURCE == left);
  CHECK_TIME(now(), OS + L + 4 / W + OR);
  MPI_Sendrecv_replace(&in, 1, MPI_INT, left, 2, right, 2, WORLD, &s);
  CHECK(in == me());
}

static void test_sendrecv(void **state)
{
  (void)state;
  PASSES(5, sendrecv_body);
}

static void isendrecv_body(void)
{
  int n = stub_size, right = (me() + 1) % n, left = (me() + n - 1) % n;
  int out = me(), in = -1;
  MPI_Request r;
  MPI_Status s;
  MPI_Isendrecv(&out, 1, MPI_INT, right, 1, &in, 1, MPI_INT, left, 1, WORLD,
                &r);
  MPI_Wait(&r, &s);
  CHECK(in == left && s.MPI_SOURCE == left && s.MPI_TAG == 1);
  CHECK_TIME(now(), OS + L + 4 / W + OR);
  MPI_Isendrecv_replace(&in, 1, MPI_INT, left, 2, right, 2, WORLD, &r);
  MPI_Wait(&r, &s);
  CHECK(in == me() && s.MPI_SOURCE == right && r == MPI_REQUEST_NULL);
}

static void test_isendrecv(void **state)
{
  (void)state;
  PASSES(5, isendrecv_body);
}

static int freed, cancelled;

static int query(void *extra, MPI_Status *status)
{
  status->MPI_SOURCE = 4;
  status->MPI_TAG = *(int *)extra;
  MPI_Status_set_elements(status, MPI_INT, 3);
  MPI_Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}

static int release(void *extra)
{
  freed += *(int *)extra;
  return MPI_SUCCESS;
}

static int cancel(void *extra, int complete)
{
  (void)extra;
  cancelled += complete ? 100 : 1;
  return MPI_SUCCESS;
}

static void generalised_body(void)
{
  int tag = 8, flag, n;
  MPI_Request r, copy;
  MPI_Status s;
  freed = cancelled = 0;
  MPI_Grequest_start(query, release, cancel, &tag, &r);
  MPI_Test(&r, &flag, &s);
  CHECK(!flag);
  MPI_Cancel(&r);
  CHECK(cancelled == 1);
  CHECK(MPI_Grequest_complete(r) == MPI_SUCCESS);
  MPI_Request_get_status(r, &flag, &s);
  CHECK(flag && freed == 0);
  MPI_Wait(&r, &s);
  MPI_Get_count(&s, MPI_INT, &n);
  CHECK(s.MPI_SOURCE == 4 && s.MPI_TAG == 8 && n == 3 && freed == 8);
  MPI_Grequest_start(query, release, cancel, &tag, &r);
  copy = r;
  MPI_Request_free(&r);
  CHECK(freed == 8 && MPI_Wait(&copy, &s) == MPI_ERR_REQUEST);
  CHECK(MPI_Grequest_complete(copy) == MPI_SUCCESS && freed == 16);
  CHECK(MPI_Grequest_complete(copy) == MPI_ERR_REQUEST);
}

static void test_generalised(void **state)
{
  (void)state;
  PASSES(1, generalised_body);
}

static void refused_body(void)
{
  int x = 0;
  MPI_Request r;
  CHECK(MPI_Send(&x, 1, MPI_INT, 1, 0, WORLD) == MPI_ERR_RANK);
  CHECK(MPI_Send(&x, 1, MPI_INT, -1, 0, WORLD) == MPI_ERR_RANK);
  CHECK(MPI_Send(&x, -1, MPI_INT, 0, 0, WORLD) == MPI_ERR_COUNT);
  CHECK(MPI_Send(&x, 1, MPI_INT, 0, -1, WORLD) == MPI_ERR_TAG);
  CHECK(MPI_Send(&x, 1, MPI_DATATYPE_NULL, 0, 0, WORLD) == MPI_ERR_TYPE);
  CHECK(MPI_Send(NULL, 1, MPI_INT, 0, 0, WORLD) == MPI_ERR_BUFFER);
  CHECK(MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_NULL) == MPI_ERR_COMM);
  CHECK(MPI_Irecv(&x, 1, MPI_INT, 7, 0, WORLD, &r) == MPI_ERR_RANK);
  r = (MPI_Request)0x1234567;
  CHECK(MPI_Wait(&r, MPI_STATUS_IGNORE) == MPI_ERR_REQUEST);
}

static void test_refused(void **state)
{
  (void)state;
  PASSES(1, refused_body);
}

/* --- what a rank that waits for ever says --- */

static void deadlock_body(void)
{
  int x;
  if (me() == 0) MPI_Recv(&x, 1, MPI_INT, 1, 7, WORLD, MPI_STATUS_IGNORE);
}

static void say_leftover(void)
{
  char text[200] = "";
  const struct counter *c = rank_of(0)->main.waits;
  CHECK(c && c->explain);
  if (c && c->explain) c->explain(c, text, sizeof text);
  CHECK(strcmp(text, "a message from rank 1 with tag 7 in MPI_COMM_WORLD") ==
        0);
}

static void test_deadlock(void **state)
{
  (void)state;
  stub_complaints = 0;
  stub_leftover = say_leftover;
  assert_int_equal(stub_run(2, L, W, options, 8, deadlock_body), 1);
  stub_leftover = NULL;
  assert_int_equal(stub_complaints, 0);
}

int main(void)
{
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_eager),
      cmocka_unit_test(test_rendezvous),
      cmocka_unit_test(test_early_receiver),
      cmocka_unit_test(test_weak),
      cmocka_unit_test(test_late),
      cmocka_unit_test(test_synchronous),
      cmocka_unit_test(test_ahead),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_posted_order),
      cmocka_unit_test(test_arrived_order),
      cmocka_unit_test(test_truncation),
      cmocka_unit_test(test_proc_null),
      cmocka_unit_test(test_probe),
      cmocka_unit_test(test_buffered),
      cmocka_unit_test(test_sendrecv),
      cmocka_unit_test(test_isendrecv),
      cmocka_unit_test(test_generalised),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_deadlock),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
