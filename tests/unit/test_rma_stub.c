/* One-sided protocols on the stub engine, with their dates by hand. */
#include "../stub/ranks.h"

#include <mpi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define L 1e-6
#define W 1e10
#define OP 3e-7
#define OG 4e-7
#define OA 5e-7
#define OS 6e-7
#define OR 2e-7
#define ACK 0.5
#define ATOMIC 3e-8
#define COMBINE 4e9
#define POLL 1e-7

enum { EAGER = 4000, LONG = 100000 };

#define COSTS                                                                  \
  "o_put=3e-7", "o_get=4e-7", "o_acc=5e-7", "o_send=6e-7", "o_recv=2e-7",      \
      "ack=0.5", "atomic=3e-8", "combine=4e9", "copy=8e9", "poll=1e-7",        \
      "gap=0", "eager=4000", "network=latency"
static const char *const rdma[] = {COSTS};
static const char *const thread[] = {COSTS, "protocol=message",
                                     "progress=thread"};
static const char *const weak[] = {COSTS, "protocol=message", "progress=weak"};

#define PASSES(n, options, body)                                               \
  do {                                                                         \
    stub_complaints = 0;                                                       \
    assert_int_equal(                                                          \
        stub_run(n, L, W, options, sizeof options / sizeof *options, body),    \
        0);                                                                    \
    assert_int_equal(stub_complaints, 0);                                      \
  } while (0)

static char memory[8][LONG]; /* of the ranks */
static double start_date;

static int me(void)
{
  return self->id;
}

/* Time since the window was there. */
static double since(void)
{
  return self->time - start_date;
}

static MPI_Win window(void)
{
  MPI_Win win;
  memset(memory[me()], 0, LONG);
  MPI_Win_create(memory[me()], LONG, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Barrier(MPI_COMM_WORLD);
  rank_compute(1e-3 - self->time); /* all begin at one date */
  start_date = 1e-3;
  return win;
}

/* Time of what follows, from `t` on. */
#define TAKES(expected)                                                        \
  do {                                                                         \
    CHECK_TIME(self->time - t, expected);                                      \
    t = self->time;                                                            \
  } while (0)

/* --- rdma: the interface does it --- */

static void rdma_body(void)
{
  static char bytes[LONG];
  double ten[10] = {1}, one = 1, old = -1;
  MPI_Request request;
  MPI_Win win = window();
  if (me() == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    double t = start_date;
    TAKES(OP + 2 * L);
    MPI_Put(bytes, 1000, MPI_BYTE, 1, 0, 1000, MPI_BYTE, win);
    TAKES(OP); /* it does not wait */
    MPI_Win_flush_local(1, win);
    TAKES(1000 / W);
    MPI_Win_flush(1, win);
    TAKES(L + ACK * L);
    MPI_Rput(bytes, LONG, MPI_BYTE, 1, 0, LONG, MPI_BYTE, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    TAKES(OP + LONG / W);
    MPI_Win_flush(1, win);
    TAKES(L + ACK * L);
    MPI_Get(bytes, LONG, MPI_BYTE, 1, 0, LONG, MPI_BYTE, win);
    MPI_Win_flush_local(1, win);
    TAKES(OG + 2 * L + LONG / W);
    MPI_Accumulate(ten, 10, MPI_DOUBLE, 1, 0, 10, MPI_DOUBLE, MPI_SUM, win);
    MPI_Win_flush(1, win);
    TAKES(OA + L + 80 / W + 10 * ATOMIC + ACK * L);
    MPI_Fetch_and_op(&one, &old, MPI_DOUBLE, 1, 0, MPI_SUM, win);
    MPI_Win_flush(1, win);
    TAKES(OA + L + 8 / W + ATOMIC + L + 8 / W);
    CHECK(old == 1);
    MPI_Win_unlock(1, win);
    TAKES(OP + L + ACK * L);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (me() == 1) memcpy(&old, memory[1], sizeof old);
  CHECK(me() == 0 || old == 2);
  MPI_Win_free(&win);
}

static void test_rdma(void **state)
{
  (void)state;
  PASSES(2, rdma, rdma_body);
}

/* A strided target and a type that the interface cannot add need the CPU. */
static void software_body(void)
{
  static int ints[100];
  float _Complex z[4] = {0};
  MPI_Datatype column;
  MPI_Type_vector(100, 1, 2, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Win win = window();
  if (me() == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, MPI_MODE_NOCHECK, win);
    double t = start_date;
    TAKES(0);
    MPI_Put(ints, 100, MPI_INT, 1, 0, 1, column, win);
    MPI_Win_flush(1, win);
    TAKES(OP + L + 400 / W + 400 / 8e9 + ACK * L);
    MPI_Accumulate(ints, 100, MPI_INT, 1, 0, 1, column, MPI_SUM, win);
    MPI_Win_flush(1, win);
    TAKES(OA + L + 400 / W + 400 / COMBINE + ACK * L);
    MPI_Accumulate(z, 4, MPI_C_FLOAT_COMPLEX, 1, 0, 4, MPI_C_FLOAT_COMPLEX,
                   MPI_SUM, win);
    MPI_Win_flush(1, win);
    TAKES(OA + L + 32 / W + 32 / COMBINE + ACK * L);
    MPI_Win_unlock(1, win); /* of what was never locked: a flush that polls */
    TAKES(POLL);
  }
  MPI_Type_free(&column);
  MPI_Win_free(&win);
}

static void test_software(void **state)
{
  (void)state;
  PASSES(2, rdma, software_body);
}

/* The interface applies one element after the other, whoever sent it. */
static void atomics_body(void)
{
  static double values[1000];
  MPI_Win win = window();
  double t = start_date;
  if (me() > 0) {
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    MPI_Accumulate(values, 1000, MPI_DOUBLE, 0, 0, 1000, MPI_DOUBLE, MPI_SUM,
                   win);
    MPI_Win_flush(0, win);
    TAKES(OA + L + 8000 / W + me() * 1000 * ATOMIC + ACK * L);
    MPI_Win_unlock_all(win);
  }
  MPI_Win_free(&win);
}

static void test_atomics(void **state)
{
  (void)state;
  PASSES(4, rdma, atomics_body);
}

/* --- messages: the target's CPU does it --- */

static void eager_body(void)
{
  static char bytes[EAGER];
  MPI_Request request;
  MPI_Win win = window();
  if (me() == 0) {
    double t = start_date;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    TAKES(OS + L + OR + L);
    memset(bytes, 7, EAGER);
    MPI_Rput(bytes, EAGER, MPI_BYTE, 1, 0, EAGER, MPI_BYTE, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    TAKES(OP); /* copied */
    memset(bytes, 0, EAGER);
    /* The notice leaves OS after the put and comes later, at a free CPU. */
    MPI_Win_flush(1, win);
    TAKES(OS + L + OR + L);
    MPI_Win_unlock(1, win);
    TAKES(OS + L + OR + L);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(me() == 0 || (memory[1][0] == 7 && memory[1][EAGER - 1] == 7));
  MPI_Win_free(&win);
}

static void test_eager(void **state)
{
  (void)state;
  PASSES(2, thread, eager_body);
}

static void rendezvous_body(void)
{
  static char bytes[LONG], back[LONG];
  MPI_Request request;
  MPI_Win win = window();
  if (me() == 0) {
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    double t = start_date;
    memset(bytes, 1, LONG);
    MPI_Rput(bytes, LONG, MPI_BYTE, 1, 0, LONG, MPI_BYTE, win, &request);
    TAKES(OP);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    TAKES(L + OR + L + LONG / W);
    memset(bytes, 2, LONG);
    MPI_Win_flush(1, win);
    TAKES(OS + L + OR + L); /* the payload came before the notice */
    MPI_Get_accumulate(bytes, LONG, MPI_INT8_T, back, LONG, MPI_INT8_T, 1, 0,
                       LONG, MPI_INT8_T, MPI_SUM, win);
    MPI_Win_flush_local(1, win);
    TAKES(OA + 2 * L + OR + LONG / W + L + OR + LONG / COMBINE + L + LONG / W);
    CHECK(back[0] == 1 && back[LONG - 1] == 1);
    MPI_Win_unlock_all(win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(me() == 0 || (memory[1][0] == 3 && memory[1][LONG - 1] == 3));
  MPI_Win_free(&win);
}

static void test_rendezvous(void **state)
{
  (void)state;
  PASSES(2, thread, rendezvous_body);
}

/* Under weak progress nothing happens while the target computes. */
static void weak_body(void)
{
  int value = 9;
  MPI_Win win = window();
  double t = start_date;
  if (me() == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, MPI_MODE_NOCHECK, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    TAKES(1 + OR + OR + L); /* the put's and the notice's service */
    MPI_Win_unlock(1, win);
  } else {
    rank_compute(1);
  }
  MPI_Win_free(&win);
}

static void test_weak(void **state)
{
  (void)state;
  PASSES(2, weak, weak_body);
}

/* --- synchronisation --- */

/* Requests that come one after the other are granted in that order; a grant
 * and a release cross between two holders. */
static void contention_body(void)
{
  MPI_Win win = window();
  double t = start_date;
  if (me() > 0) {
    rank_compute(me() * 1e-8);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    TAKES(1e-8 + OP + 2 * L + (me() - 1) * (L + OP + L));
    MPI_Win_unlock(0, win);
    TAKES(OP + L + ACK * L);
  }
  MPI_Win_free(&win);
}

static void test_contention(void **state)
{
  (void)state;
  PASSES(5, rdma, contention_body);
}

/* Shared holders do not wait for each other, but for the writer between. */
static void readers_body(void)
{
  MPI_Win win = window();
  double t = start_date;
  int type = me() == 2 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED;
  if (me() > 0) {
    rank_compute(me() * 1e-8);
    MPI_Win_lock(type, 0, 0, win);
    if (me() == 1) TAKES(1e-8 + OP + 2 * L);
    if (me() == 2) TAKES(1e-8 + OP + 2 * L + 2e-5 + OP + L + L);
    if (me() > 2)
      TAKES(1e-8 + OP + 2 * L + 2e-5 + OP + L + L + 3e-5 + OP + L + L);
    rank_compute(me() == 1 ? 2e-5 : 3e-5);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
}

static void test_readers(void **state)
{
  (void)state;
  PASSES(5, rdma, readers_body);
}

/* lock_all asks with its first operation, which waits for the writer. */
static void lock_all_body(void)
{
  int value = -1, put = 5;
  MPI_Win win = window();
  double t = start_date;
  if (me() == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    rank_compute(1e-4);
    MPI_Put(&put, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    TAKES(OP + 2 * L + 1e-4 + OP + 4 / W + L + ACK * L + OP + L + ACK * L);
  } else if (me() == 2) {
    rank_compute(5e-6);
    MPI_Win_lock_all(0, win);
    TAKES(5e-6 + OP); /* of its own part */
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    CHECK(value == 5);
    t = start_date;
    TAKES(OP + 2 * L + 1e-4 + OP + 4 / W + L + ACK * L + OP + L + L + 4 / W);
    MPI_Win_unlock_all(win);
    TAKES(2 * OP + L + ACK * L); /* of rank 0 and of itself, at once */
  }
  MPI_Win_free(&win);
}

static void test_lock_all(void **state)
{
  (void)state;
  PASSES(3, rdma, lock_all_body);
}

/* The put waits for the post, the target for the completion. */
static void pscw_body(void)
{
  char bytes[100] = {3};
  MPI_Group world, other;
  MPI_Win win = window();
  double t = start_date;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){1 - me()}, &other);
  if (me() == 0) {
    MPI_Win_start(other, 0, win);
    MPI_Put(bytes, 100, MPI_BYTE, 1, 0, 100, MPI_BYTE, win);
    TAKES(OP);
    MPI_Win_complete(win);
    t = start_date;
    TAKES(5e-6 + OP + L + 100 / W + OP);
  } else {
    rank_compute(5e-6);
    MPI_Win_post(other, 0, win);
    TAKES(5e-6 + OP);
    MPI_Win_wait(win);
    TAKES(L + 100 / W + OP + L);
    CHECK(memory[1][0] == 3);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
}

static void test_pscw(void **state)
{
  (void)state;
  PASSES(2, rdma, pscw_body);
}

/* What was copied away lets the origin complete two epochs before the first
 * post; each of its puts waits for its own. */
static void early_epochs_body(void)
{
  MPI_Group world, other;
  MPI_Win win = window();
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){1 - me()}, &other);
  if (me() == 1) rank_compute(1e-3);
  for (int i = 1; i <= 2; i++) {
    char value = (char)i;
    if (me() == 0) {
      MPI_Win_start(other, 0, win);
      MPI_Put(&value, 1, MPI_BYTE, 1, i, 1, MPI_BYTE, win);
      MPI_Win_complete(win);
      CHECK_TIME(since(), i * (OP + OS));
    } else {
      MPI_Win_post(other, 0, win);
      rank_compute(1e-4); /* in which nothing else may come */
      MPI_Win_wait(win);
      CHECK(memory[1][1] == 1 && memory[1][2] == (i == 2 ? 2 : 0));
    }
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
}

static void test_early_epochs(void **state)
{
  (void)state;
  PASSES(2, thread, early_epochs_body);
}

static void fence_body(void)
{
  char byte = 1;
  MPI_Win win = window();
  double t = start_date, barrier = 2 * (OS + L + OR);
  MPI_Win_fence(0, win);
  TAKES(barrier);
  MPI_Put(&byte, 1, MPI_BYTE, (me() + 1) % 4, 0, 1, MPI_BYTE, win);
  MPI_Win_fence(0, win);
  TAKES(OP + L + 1 / W + ACK * L + barrier);
  CHECK(memory[me()][0] == 1);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  TAKES(barrier);
  MPI_Win_free(&win);
}

static void test_fence(void **state)
{
  (void)state;
  PASSES(4, rdma, fence_body);
}

/* Flushes that find nothing, and that are counted: each is a poll. */
static void idle_flush_body(void)
{
  MPI_Win win = window();
  if (me() == 0) {
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    double t = start_date;
    for (int target = 0; target < 8; target++)
      MPI_Win_flush(target, win);
    TAKES(8 * POLL);
    MPI_Win_flush_all(win);
    TAKES(POLL);
    for (int i = 0; i < 4; i++)
      MPI_Win_flush_local(3, win);
    TAKES(4 * POLL);
    MPI_Win_unlock_all(win);
  }
  MPI_Win_free(&win);
}

static void test_idle_flush(void **state)
{
  (void)state;
  PASSES(8, rdma, idle_flush_body);
}

/* A small accumulate does not overtake a large one under any protocol; a small
 * put does. */
static void order_body(void)
{
  static double many[LONG / 8];
  double one = 1, seen = -1;
  char small = 4;
  MPI_Win win = window();
  if (me() == 0) {
    for (int i = 0; i < LONG / 8; i++)
      many[i] = 10;
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    MPI_Accumulate(many, LONG / 8, MPI_DOUBLE, 1, 0, LONG / 8, MPI_DOUBLE,
                   MPI_REPLACE, win);
    MPI_Accumulate(&one, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, MPI_SUM, win);
    MPI_Fetch_and_op(NULL, &seen, MPI_DOUBLE, 1, 0, MPI_NO_OP, win);
    MPI_Win_flush(1, win);
    CHECK(seen == 11);
    MPI_Put(many, LONG, MPI_BYTE, 2, 0, LONG, MPI_BYTE, win);
    MPI_Put(&small, 1, MPI_BYTE, 2, 0, 1, MPI_BYTE, win);
    MPI_Win_flush(2, win);
    CHECK(memory[2][0] == *(char *)many);
    MPI_Win_unlock_all(win);
  }
  MPI_Win_free(&win);
}

static void test_order(void **state)
{
  (void)state;
  PASSES(3, rdma, order_body);
  PASSES(3, thread, order_body);
}

/* --- who waits for what, in words --- */

static void stuck_body(void)
{
  int value = 1;
  MPI_Win win = window();
  MPI_Group world, other;
  MPI_Win_set_name(win, "halo");
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){2}, &other);
  if (me() == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
  } else if (me() == 1) {
    rank_compute(1e-5);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  } else {
    MPI_Group_free(&other);
    MPI_Group_incl(world, 1, (int[]){3}, &other);
    if (me() == 2) {
      MPI_Win_start(other, 0, win);
      MPI_Put(&value, 1, MPI_INT, 3, 0, 1, MPI_INT, win);
      MPI_Win_complete(win);
    }
  }
}

static void stuck_says(int rank, const char *expected)
{
  char text[200] = "";
  const struct counter *c = rank_of(rank)->main.waits;
  CHECK(c && c->explain);
  if (c && c->explain) c->explain(c, text, sizeof text);
  if (strcmp(text, expected)) printf("\"%s\"\n", text);
  CHECK(strcmp(text, expected) == 0);
}

static void stuck_leftover(void)
{
  stuck_says(0, "MPI_Win_complete of rank 2 on window \"halo\"");
  stuck_says(1, "the lock of rank 1 of window \"halo\", held by rank 0 "
                "(MPI_Win_lock at ?)");
  stuck_says(2, "MPI_Win_post of rank 3 on window \"halo\"");
}

static void test_stuck(void **state)
{
  (void)state;
  stub_complaints = 0;
  stub_leftover = stuck_leftover;
  assert_int_equal(
      stub_run(4, L, W, rdma, sizeof rdma / sizeof *rdma, stuck_body), 3);
  stub_leftover = NULL;
  assert_int_equal(stub_complaints, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rdma),         cmocka_unit_test(test_software),
      cmocka_unit_test(test_atomics),      cmocka_unit_test(test_eager),
      cmocka_unit_test(test_rendezvous),   cmocka_unit_test(test_weak),
      cmocka_unit_test(test_contention),   cmocka_unit_test(test_readers),
      cmocka_unit_test(test_lock_all),     cmocka_unit_test(test_pscw),
      cmocka_unit_test(test_early_epochs), cmocka_unit_test(test_fence),
      cmocka_unit_test(test_idle_flush),   cmocka_unit_test(test_order),
      cmocka_unit_test(test_stuck),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
