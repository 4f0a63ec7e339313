/* The exact sequence of what observers are told of messages, on the stub
 * engine.
 */
#include "../stub/told.h"

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
        "1 release B 1/0\n"
        "1 writes buf(8)\n"
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
        "0 release A 1/0\n"
        "0 writes buf(4) until 1\n"
        "0 reads buf(4) until 2\n"
        "0 release B 1/0\n"
        "1 release C 1/0\n"
        "1 writes buf(4) until 3\n"
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
        "1 release B 1/0\n"
        "1 writes buf(4) until 2\n"
        "1 forget B\n"
        "1 acquire A\n"
        "1 forget A\n"
        "1 ends 2\n"
        "0 reads buf(4) until 3\n"
        "0 release C 1/0\n"
        "0 ends 3\n"
        "1 release D 1/0\n"
        "1 writes buf(4) until 4\n"
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
        "0 release A 1/0\n"
        "0 reads sendbuf(4)\n"
        "0 release B 1/0\n"
        "0 writes recvbuf(4)\n"
        "1 release C 1/0\n"
        "1 reads sendbuf(4)\n"
        "1 release D 1/0\n"
        "1 writes recvbuf(4)\n"
        "1 forget C\n"
        "1 acquire B\n"
        "1 forget B\n"
        "0 forget A\n"
        "0 acquire D\n"
        "0 forget D\n"
        "1 release E 1/0\n"
        "1 writes buf(4) until 1\n"
        "1 release F 1/0\n"
        "0 release G 1/0\n"
        "0 writes buf(4) until 2\n"
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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_message),     cmocka_unit_test(test_nonblocking),
      cmocka_unit_test(test_persistent),  cmocka_unit_test(test_exchanges),
      cmocka_unit_test(test_partitioned),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
