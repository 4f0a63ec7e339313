/* The exact sequence of what observers are told of accesses and their order,
 * for each kind of synchronisation, on the stub engine. */
#include "../stub/ranks.h"
#include "../stub/recorder.h"

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

static int memory[8][16];

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

static MPI_Win window(void)
{
  MPI_Win win;
  MPI_Win_create(memory[me()], sizeof memory[0], sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  at(me());
  record();
  return win;
}

static void done(MPI_Win win)
{
  unrecord();
  MPI_Win_free(&win);
}

/* --- fence --- */

static void fence_body(void)
{
  int x = 1;
  MPI_Win win = window();
  MPI_Win_fence(0, win);
  if (me() == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  done(win);
}

static void test_fence(void **state)
{
  (void)state;
  TELLS(2, fence_body,
        "0 remote *\n"
        "0 release A 2/2\n"
        "1 remote *\n"
        "1 release A 2/2\n"
        "1 acquire A\n"
        "1 remote *\n"
        "1 release B 2/2\n"
        "0 acquire A\n"
        "0 put#1 to 1 [fence] origin(4) memory(4)\n"
        "0 remote *\n"
        "0 release B 2/2\n"
        "0 acquire B\n"
        "1 acquire B\n");
}

static void noprecede_body(void)
{
  int x = 1;
  MPI_Win win = window();
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (me() == 0) MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  done(win);
}

static void test_noprecede(void **state)
{
  (void)state;
  TELLS(2, noprecede_body,
        "0 remote *\n"
        "0 release A 1/0\n"
        "1 remote *\n"
        "1 release B 1/0\n"
        "1 remote *\n"
        "1 release C 2/2\n"
        "0 get#1 to 1 [fence] origin(4) memory(4)\n"
        "#1 after B\n"
        "0 remote *\n"
        "0 release C 2/2\n"
        "0 forget A\n"
        "0 acquire C\n"
        "1 forget B\n"
        "1 acquire C\n");
}

/* --- post, start, complete, wait --- */

static void pscw_body(void)
{
  int x = 1;
  MPI_Group all, one;
  MPI_Win win = window();
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, (int[]){1 - me()}, &one);
  if (me() == 0) {
    MPI_Win_start(one, 0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* waits for the post */
    at(20);
    MPI_Put(&x, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    at(10);
    MPI_Win_post(one, 0, win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&one);
  MPI_Group_free(&all);
  done(win);
}

static void test_pscw(void **state)
{
  (void)state;
  TELLS(2, pscw_body,
        "0 put#1 to 1 [start] origin(4) memory(4) waits\n"
        "1 release A 1/0\n"
        "#1 after A\n"
        "0 put#2 to 1 [start] origin(4) memory(4)\n"
        "#2 after A\n"
        "0 closed 1\n"
        "0 release B 1/1\n"
        "1 forget A\n"
        "1 acquire B\n"
        "1 exposed of 0\n");
}

static void pscw_test_body(void)
{
  int x = 1, flag = 0;
  MPI_Group all, one;
  MPI_Win win = window();
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, (int[]){1 - me()}, &one);
  if (me() == 0) {
    at(20);
    MPI_Win_start(one, MPI_MODE_NOCHECK, win);
    MPI_Accumulate(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(one, MPI_MODE_NOCHECK, win);
    MPI_Win_test(win, &flag);
    CHECK(!flag);
    at(40);
    MPI_Win_test(win, &flag);
    CHECK(flag);
  }
  MPI_Group_free(&one);
  MPI_Group_free(&all);
  done(win);
}

static void test_pscw_test(void **state)
{
  (void)state;
  TELLS(2, pscw_test_body,
        "0 acc#1 to 1 [start] origin(4) memory(4)\n"
        "0 closed 1\n"
        "0 release A 1/1\n"
        "1 acquire A\n"
        "1 exposed of 0\n");
}

/* --- locks --- */

static void locks_body(void)
{
  int x = 1;
  MPI_Win win = window();
  static const int types[] = {MPI_LOCK_EXCLUSIVE, MPI_LOCK_SHARED,
                              MPI_LOCK_SHARED, MPI_LOCK_EXCLUSIVE};
  at(100 * me());
  MPI_Win_lock(types[me()], 3, 0, win);
  MPI_Put(&x, 1, MPI_INT, 3, me(), 1, MPI_INT, win);
  MPI_Win_unlock(3, win);
  done(win);
}

static void test_locks(void **state)
{
  (void)state;
  TELLS(4, locks_body,
        "0 put#1 to 3 [lock] origin(4) memory(4)\n"
        "0 remote 3\n"
        "0 replace A\n"
        "1 acquire A\n"
        "1 put#2 to 3 [lock] origin(4) memory(4)\n"
        "1 remote 3\n"
        "1 release B\n"
        "2 acquire A\n"
        "2 put#3 to 3 [lock] origin(4) memory(4)\n"
        "2 remote 3\n"
        "2 release B\n"
        "3 acquire A\n"
        "3 acquire B\n"
        "3 forget B\n"
        "3 put#4 to 3 [lock] origin(4) memory(4)\n"
        "3 remote 3\n"
        "3 replace A\n");
}

static void nocheck_body(void)
{
  int x = 1;
  MPI_Win win = window();
  at(100 * me());
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, MPI_MODE_NOCHECK, win);
  MPI_Put(&x, 1, MPI_INT, 1, me(), 1, MPI_INT, win);
  MPI_Win_unlock(1, win);
  done(win);
}

static void test_nocheck(void **state)
{
  (void)state;
  TELLS(2, nocheck_body,
        "0 put#1 to 1 [lock] origin(4) memory(4)\n"
        "0 remote 1\n"
        "1 put#2 to 1 [lock] origin(4) memory(4)\n"
        "1 remote 1\n");
}

/* Rank 1 holds the exclusive lock when the first operation of rank 0 comes. */
static void lock_all_body(void)
{
  int x = 1, y;
  MPI_Win win = window();
  if (me() == 1) {
    at(5);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
    at(30);
    MPI_Win_unlock(2, win);
  }
  if (me() == 0) {
    MPI_Win_lock_all(0, win);
    at(20);
    MPI_Put(&x, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_flush(2, win);
    MPI_Get(&y, 1, MPI_INT, 2, 1, 1, MPI_INT, win);
    MPI_Win_flush_local_all(win);
    MPI_Win_unlock_all(win);
  }
  done(win);
}

static void test_lock_all(void **state)
{
  (void)state;
  TELLS(3, lock_all_body,
        "0 put#1 to 2 [lock_all] origin(4) memory(4) waits\n"
        "1 remote 2\n"
        "1 replace A\n"
        "#1 after A\n"
        "0 remote 2\n"
        "0 acquire A\n"
        "0 get#2 to 2 [lock_all] origin(4) memory(4)\n"
        "#2 after A\n"
        "0 local *\n"
        "0 remote 0\n"
        "0 release B\n"
        "0 remote 2\n"
        "0 release C\n");
}

static void flush_body(void)
{
  int x = 1, y, z;
  MPI_Request request;
  MPI_Win win = window();
  if (me() == 0) {
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    MPI_Rput(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_flush_local(1, win);
    MPI_Fetch_and_op(&x, &y, MPI_INT, 1, 0, MPI_SUM, win);
    MPI_Compare_and_swap(&x, &y, &z, MPI_INT, 1, 1, win);
    MPI_Win_flush_all(win);
    MPI_Win_unlock_all(win);
  }
  done(win);
}

static void test_flush(void **state)
{
  (void)state;
  TELLS(2, flush_body,
        "0 put#1 to 1 [lock_all] origin(4) memory(4)\n"
        "0 request #1\n"
        "0 local 1\n"
        "0 get_acc#2 to 1 [lock_all] origin(4) result(4) memory(4)\n"
        "0 cas#3 to 1 [lock_all] origin(4) compare(4) result(4) memory(4)\n"
        "0 remote *\n"
        "0 remote *\n");
}

/* --- memory --- */

static void exposure_body(void)
{
  MPI_Win win;
  void *base;
  static char a[8], b[16];
  recording[0] = me() == 0;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_SELF, &win);
  MPI_Win_attach(win, a, sizeof a);
  MPI_Win_attach(win, b, sizeof b);
  MPI_Win_detach(win, a);
  MPI_Win_free(&win);
  MPI_Win_allocate(24, 1, MPI_INFO_NULL, MPI_COMM_SELF, &base, &win);
  MPI_Win_free(&win);
}

static void test_exposure(void **state)
{
  (void)state;
  TELLS(1, exposure_body,
        "0 exposes 8 bytes\n"
        "0 exposes 16 bytes\n"
        "0 hides 8 bytes\n"
        "0 hides 16 bytes\n"
        "0 exposes 24 bytes\n"
        "0 hides 24 bytes\n");
}

/* --- messages --- */

/* Rank 0 sends to rank 1, who first looks. */
static void message_body(void)
{
  int x = me(), y[2], flag = 0;
  MPI_Status status;
  record();
  if (me() == 0) MPI_Send(&x, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  if (me() == 1) {
    at(0);
    MPI_Iprobe(0, 7, MPI_COMM_WORLD, &flag, &status);
    CHECK(flag);
    MPI_Recv(y, 2, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  }
}

static void test_message(void **state)
{
  (void)state;
  TELLS(2, message_body,
        "0 reads buf(4)\n"
        "0 release A 1/0\n"
        "1 acquire A\n"
        "1 writes buf(8)\n"
        "1 release B 1/0\n"
        "1 forget B\n"
        "1 acquire A\n"
        "1 forget A\n");
}

static void nonblocking_body(void)
{
  int x = me(), y[2];
  MPI_Request requests[2];
  record();
  MPI_Irecv(y, 1, MPI_INT, 1 - me(), 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Issend(&x, 1, MPI_INT, 1 - me(), 0, MPI_COMM_WORLD, &requests[1]);
  at(20 * me());
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void test_nonblocking(void **state)
{
  (void)state;
  TELLS(2, nonblocking_body,
        "0 writes buf(4) until 1\n"
        "0 release A 1/0\n"
        "0 reads buf(4) until 2\n"
        "0 release B 1/0\n"
        "1 writes buf(4) until 3\n"
        "1 release C 1/0\n"
        "1 reads buf(4) until 4\n"
        "1 release D 1/0\n"
        "0 acquire D\n"
        "0 forget D\n"
        "0 ends 1\n"
        "0 acquire C\n"
        "0 forget C\n"
        "0 ends 2\n"
        "1 acquire B\n"
        "1 forget B\n"
        "1 ends 3\n"
        "1 acquire A\n"
        "1 forget A\n"
        "1 ends 4\n");
}

/* What MPI_Request_get_status says is known before the wait. */
static void persistent_body(void)
{
  int x = me(), flag;
  MPI_Request r;
  record();
  if (me() == 0) {
    MPI_Send_init(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
  } else {
    MPI_Recv_init(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
  }
  for (int i = 0; i < 2; i++) {
    at(100 * i + 20 * me());
    MPI_Start(&r);
    if (me() == 1) at(100 * i + 30);
    MPI_Request_get_status(r, &flag, MPI_STATUS_IGNORE);
    CHECK(flag);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
  unrecord();
  MPI_Request_free(&r);
}

static void test_persistent(void **state)
{
  (void)state;
  TELLS(2, persistent_body,
        "0 reads buf(4) until 1\n"
        "0 release A 1/0\n"
        "0 ends 1\n"
        "1 writes buf(4) until 2\n"
        "1 release B 1/0\n"
        "1 forget B\n"
        "1 acquire A\n"
        "1 forget A\n"
        "1 ends 2\n"
        "0 reads buf(4) until 3\n"
        "0 release C 1/0\n"
        "0 ends 3\n"
        "1 writes buf(4) until 4\n"
        "1 release D 1/0\n"
        "1 forget D\n"
        "1 acquire C\n"
        "1 forget C\n"
        "1 ends 4\n");
}

/* A partition may be read when it has arrived. */
static void partitioned_body(void)
{
  int x[2] = {0}, flag;
  MPI_Request r;
  if (me() == 0)
    MPI_Psend_init(x, 2, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
  else
    MPI_Precv_init(x, 2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
  at(me());
  record();
  MPI_Start(&r);
  if (me() == 0) {
    MPI_Pready(0, r);
    at(20);
    MPI_Pready(1, r);
  } else {
    at(10);
    MPI_Parrived(r, 0, &flag);
    CHECK(flag);
  }
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  unrecord();
  MPI_Request_free(&r);
}

static void test_partitioned(void **state)
{
  (void)state;
  TELLS(2, partitioned_body,
        "0 reads buf(4) until 1\n"
        "0 release A 1/0\n"
        "1 writes buf(4) until 3\n"
        "1 writes buf(4) until 4\n"
        "1 acquire A\n"
        "1 ends 3\n"
        "0 reads buf(4) until 2\n"
        "0 release B 1/0\n"
        "0 ends 1\n"
        "0 ends 2\n"
        "1 acquire A\n"
        "1 forget A\n"
        "1 acquire B\n"
        "1 forget B\n"
        "1 ends 3\n"
        "1 ends 4\n");
}

static void exchanges_body(void)
{
  int x = me(), y;
  MPI_Request r;
  record();
  at(0);
  MPI_Sendrecv(&x, 1, MPI_INT, 1 - me(), 0, &y, 1, MPI_INT, 1 - me(), 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  at(20);
  MPI_Isendrecv_replace(&x, 1, MPI_INT, 1 - me(), 0, 1 - me(), 0,
                        MPI_COMM_WORLD, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void test_exchanges(void **state)
{
  (void)state;
  TELLS(2, exchanges_body,
        "0 writes recvbuf(4)\n"
        "0 release A 1/0\n"
        "0 reads sendbuf(4)\n"
        "0 release B 1/0\n"
        "1 writes recvbuf(4)\n"
        "1 release C 1/0\n"
        "1 reads sendbuf(4)\n"
        "1 release D 1/0\n"
        "1 forget C\n"
        "1 acquire B\n"
        "1 forget B\n"
        "0 forget A\n"
        "0 acquire D\n"
        "0 forget D\n"
        "1 writes buf(4) until 1\n"
        "1 release E 1/0\n"
        "1 release F 1/0\n"
        "0 writes buf(4) until 2\n"
        "0 release G 1/0\n"
        "0 release H 1/0\n"
        "0 forget G\n"
        "0 acquire F\n"
        "0 forget F\n"
        "0 ends 2\n"
        "1 forget E\n"
        "1 acquire H\n"
        "1 forget H\n"
        "1 ends 1\n");
}

/* --- collectives; a line of their own when they all are where they are --- */

static void rooted_body(void)
{
  int x[3] = {0}, y[3];
  static const int counts[] = {1, 0, 2}, places[] = {0, 1, 1};
  record();
  at(0);
  MPI_Bcast(x, 3, MPI_INT, 1, MPI_COMM_WORLD);
  at(100);
  MPI_Bcast(x, 0, MPI_INT, 1, MPI_COMM_WORLD);
  at(200);
  MPI_Gatherv(x, counts[me()], MPI_INT, y, counts, places, MPI_INT, 0,
              MPI_COMM_WORLD);
  at(300);
  MPI_Scatterv(x, counts, places, MPI_INT, me() ? y : MPI_IN_PLACE,
               counts[me()], MPI_INT, 0, MPI_COMM_WORLD);
  at(400);
  MPI_Reduce(x, y, 2, MPI_INT, MPI_SUM, 2, MPI_COMM_WORLD);
}

static void test_rooted(void **state)
{
  (void)state;
  TELLS(3, rooted_body,
        "0 writes buffer(12)\n"
        "1 reads buffer(12)\n"
        "1 release A 1/2\n"
        "2 writes buffer(12)\n"
        "0 acquire A\n"
        "2 acquire A\n"
        "0 reads sendbuf(4)\n"
        "0 writes recvbuf(4)\n"
        "0 writes recvbuf(8)\n"
        "2 reads sendbuf(8)\n"
        "2 release B 1/1\n"
        "0 acquire B\n"
        "2 writes recvbuf(8)\n"
        "0 reads sendbuf(8)\n"
        "0 release C 1/1\n"
        "2 acquire C\n"
        "1 reads sendbuf(8)\n"
        "1 release D 2/1\n"
        "0 reads sendbuf(8)\n"
        "0 release D 2/1\n"
        "2 reads sendbuf(8)\n"
        "2 writes recvbuf(8)\n"
        "2 acquire D\n");
}

static void all_body(void)
{
  int x[3] = {0}, y[3];
  static const int counts[] = {1, 0, 2};
  MPI_Request r;
  MPI_Comm comm;
  record();
  at(0);
  MPI_Ibarrier(MPI_COMM_WORLD, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  at(100);
  MPI_Allreduce(MPI_IN_PLACE, x, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  at(200);
  MPI_Reduce_scatter(x, y, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  at(300);
  MPI_Alltoall(x, 1, MPI_INT, y, 1, MPI_INT, MPI_COMM_WORLD);
  at(400);
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, x, counts, (const int[]){0, 1, 1},
                 MPI_INT, MPI_COMM_WORLD);
  at(500);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  unrecord();
  MPI_Comm_free(&comm);
}

static void test_all(void **state)
{
  (void)state;
  TELLS(3, all_body,
        "0 release A 3/3\n"
        "1 release A 3/3\n"
        "2 release A 3/3\n"
        "0 acquire A\n"
        "0 ends 1\n"
        "1 acquire A\n"
        "1 ends 2\n"
        "2 acquire A\n"
        "2 ends 3\n"
        "0 writes recvbuf(8)\n"
        "0 release B 3/3\n"
        "1 writes recvbuf(8)\n"
        "1 release B 3/3\n"
        "2 writes recvbuf(8)\n"
        "2 release B 3/3\n"
        "1 acquire B\n"
        "2 acquire B\n"
        "0 acquire B\n"
        "1 reads sendbuf(12)\n"
        "1 release C 3/2\n"
        "2 reads sendbuf(12)\n"
        "2 writes recvbuf(8)\n"
        "2 release C 3/2\n"
        "0 reads sendbuf(12)\n"
        "0 writes recvbuf(4)\n"
        "0 release C 3/2\n"
        "2 acquire C\n"
        "0 acquire C\n"
        "1 reads sendbuf(12)\n"
        "1 writes recvbuf(12)\n"
        "1 release D 3/3\n"
        "2 reads sendbuf(12)\n"
        "2 writes recvbuf(12)\n"
        "2 release D 3/3\n"
        "0 reads sendbuf(12)\n"
        "0 writes recvbuf(12)\n"
        "0 release D 3/3\n"
        "0 acquire D\n"
        "1 acquire D\n"
        "2 acquire D\n"
        "0 reads recvbuf(4)\n"
        "0 writes recvbuf(8)\n"
        "0 release E 2/3\n"
        "1 writes recvbuf(4)\n"
        "1 writes recvbuf(8)\n"
        "2 reads recvbuf(8)\n"
        "2 writes recvbuf(4)\n"
        "2 release E 2/3\n"
        "2 acquire E\n"
        "1 acquire E\n"
        "0 acquire E\n"
        "2 release F 3/3\n"
        "1 release F 3/3\n"
        "0 release F 3/3\n"
        "2 acquire F\n"
        "1 acquire F\n"
        "0 acquire F\n");
}

/* Each comes after those before it. */
static void prefix_body(void)
{
  int x = 1, y;
  record();
  at(0);
  MPI_Scan(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  at(100);
  MPI_Exscan(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void test_prefix(void **state)
{
  (void)state;
  TELLS(5, prefix_body,
        "0 reads sendbuf(4)\n"
        "0 writes recvbuf(4)\n"
        "0 release A 1/1\n"
        "0 release B 2/2\n"
        "0 release C 4/2\n"
        "0 acquire A\n"
        "1 reads sendbuf(4)\n"
        "1 writes recvbuf(4)\n"
        "1 release B 2/2\n"
        "1 release C 4/2\n"
        "2 reads sendbuf(4)\n"
        "2 writes recvbuf(4)\n"
        "2 release D 1/1\n"
        "2 release C 4/2\n"
        "3 reads sendbuf(4)\n"
        "3 writes recvbuf(4)\n"
        "3 release C 4/2\n"
        "4 reads sendbuf(4)\n"
        "4 writes recvbuf(4)\n"
        "4 release E 1/1\n"
        "1 acquire B\n"
        "2 acquire D\n"
        "2 acquire B\n"
        "3 acquire C\n"
        "4 acquire E\n"
        "4 acquire C\n"
        "0 reads sendbuf(4)\n"
        "0 release F 1/1\n"
        "0 release G 2/2\n"
        "0 release H 4/1\n"
        "1 reads sendbuf(4)\n"
        "1 writes recvbuf(4)\n"
        "1 release G 2/2\n"
        "1 release H 4/1\n"
        "2 reads sendbuf(4)\n"
        "2 writes recvbuf(4)\n"
        "2 release I 1/1\n"
        "2 release H 4/1\n"
        "3 reads sendbuf(4)\n"
        "3 writes recvbuf(4)\n"
        "3 release H 4/1\n"
        "4 reads sendbuf(4)\n"
        "4 writes recvbuf(4)\n"
        "1 acquire F\n"
        "2 acquire G\n"
        "3 acquire I\n"
        "3 acquire G\n"
        "4 acquire H\n");
}

/* Ranks 0 and 1 exchange, rank 2 gets of rank 0; a line without ends. */
static void pairs_body(void)
{
  static const int to[3][3] = {{1, 2, 3}, {1, 0, 0}, {0, 0, 0}};
  int sends[3], receives[3], places[3] = {0, 3, 6}, x[9] = {0}, y[9];
  int three = 3, no = 0;
  MPI_Comm line;
  for (int i = 0; i < 3; i++) {
    sends[i] = to[me()][i];
    receives[i] = to[i][me()];
  }
  MPI_Cart_create(MPI_COMM_WORLD, 1, &three, &no, 0, &line);
  record();
  at(0);
  MPI_Alltoallv(x, sends, places, MPI_INT, y, receives, places, MPI_INT,
                MPI_COMM_WORLD);
  at(100);
  MPI_Neighbor_allgather(x, 1, MPI_INT, y, 1, MPI_INT, line);
  unrecord();
  MPI_Comm_free(&line);
}

static void test_pairs(void **state)
{
  (void)state;
  TELLS(3, pairs_body,
        "0 reads sendbuf(4)\n"
        "0 reads sendbuf(8)\n"
        "0 reads sendbuf(12)\n"
        "0 writes recvbuf(4)\n"
        "0 writes recvbuf(4)\n"
        "0 release A 1/2\n"
        "1 reads sendbuf(4)\n"
        "1 writes recvbuf(8)\n"
        "1 release B 1/1\n"
        "2 writes recvbuf(12)\n"
        "0 acquire B\n"
        "1 acquire A\n"
        "2 acquire A\n"
        "0 reads sendbuf(4)\n"
        "0 writes recvbuf(4)\n"
        "0 release C 1/1\n"
        "1 reads sendbuf(4)\n"
        "1 writes recvbuf(4)\n"
        "1 writes recvbuf(4)\n"
        "1 release D 1/2\n"
        "2 reads sendbuf(4)\n"
        "2 writes recvbuf(4)\n"
        "2 release E 1/1\n"
        "0 acquire D\n"
        "1 acquire C\n"
        "1 acquire E\n"
        "2 acquire D\n");
}

/* Ranks 0 and 1 on one side, rank 2 on the other. */
static void inter_body(void)
{
  int x = 1, y[2];
  MPI_Comm side, inter;
  MPI_Comm_split(MPI_COMM_WORLD, me() / 2, 0, &side);
  MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, me() < 2 ? 2 : 0, 0, &inter);
  record();
  at(0);
  MPI_Barrier(inter);
  at(100);
  MPI_Bcast(&x, 1, MPI_INT,
            me() == 2 ? 1
            : me()    ? MPI_ROOT
                      : MPI_PROC_NULL,
            inter);
  at(200);
  MPI_Gather(&x, 1, MPI_INT, y, 1, MPI_INT, me() < 2 ? 0 : MPI_ROOT, inter);
  at(300);
  MPI_Reduce(&x, y, 1, MPI_INT, MPI_SUM, me() < 2 ? 0 : MPI_ROOT, inter);
  unrecord();
  MPI_Comm_free(&inter);
  MPI_Comm_free(&side);
}

static void test_inter(void **state)
{
  (void)state;
  TELLS(3, inter_body,
        "2 release A 1/2\n"
        "0 release B 2/1\n"
        "1 release B 2/1\n"
        "0 acquire A\n"
        "2 acquire B\n"
        "1 acquire A\n"
        "2 writes buffer(4)\n"
        "1 reads buffer(4)\n"
        "1 release C 1/1\n"
        "2 acquire C\n"
        "0 reads sendbuf(4)\n"
        "0 release D 1/1\n"
        "1 reads sendbuf(4)\n"
        "1 release E 1/1\n"
        "2 writes recvbuf(8)\n"
        "2 acquire D\n"
        "2 acquire E\n"
        "0 reads sendbuf(4)\n"
        "0 release F 2/1\n"
        "1 reads sendbuf(4)\n"
        "1 release F 2/1\n"
        "2 writes recvbuf(4)\n"
        "2 acquire F\n");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fence),       cmocka_unit_test(test_noprecede),
      cmocka_unit_test(test_pscw),        cmocka_unit_test(test_pscw_test),
      cmocka_unit_test(test_locks),       cmocka_unit_test(test_nocheck),
      cmocka_unit_test(test_lock_all),    cmocka_unit_test(test_flush),
      cmocka_unit_test(test_exposure),    cmocka_unit_test(test_message),
      cmocka_unit_test(test_nonblocking), cmocka_unit_test(test_persistent),
      cmocka_unit_test(test_exchanges),   cmocka_unit_test(test_partitioned),
      cmocka_unit_test(test_rooted),      cmocka_unit_test(test_all),
      cmocka_unit_test(test_prefix),      cmocka_unit_test(test_pairs),
      cmocka_unit_test(test_inter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
