/* The exact sequence of what observers are told of accesses to windows and
 * their order, for each kind of synchronisation, on the stub engine. */
#include "../stub/told.h"

static int memory[8][16];

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
        "0 release B 1/1\n"
        "0 closed 1\n"
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
        "0 release A 1/1\n"
        "0 closed 1\n"
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
        "1 put#2 to 3 [shared lock] origin(4) memory(4)\n"
        "#2 after A\n"
        "1 remote 3\n"
        "1 acquire A\n"
        "1 release B\n"
        "2 put#3 to 3 [shared lock] origin(4) memory(4)\n"
        "#3 after A\n"
        "2 remote 3\n"
        "2 acquire A\n"
        "2 release B\n"
        "3 acquire A\n"
        "3 acquire B\n"
        "3 put#4 to 3 [lock] origin(4) memory(4)\n"
        "3 remote 3\n"
        "3 forget B\n"
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
    MPI_Put(&x, 1, MPI_INT, 2, 2, 1, MPI_INT, win);
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
        "1 put#1 to 2 [lock] origin(4) memory(4)\n"
        "0 put#2 to 2 [lock_all] origin(4) memory(4) waits\n"
        "1 remote 2\n"
        "1 replace A\n"
        "#2 after A\n"
        "0 remote 2\n"
        "0 acquire A\n"
        "0 get#3 to 2 [lock_all] origin(4) memory(4)\n"
        "#3 after A\n"
        "0 local *\n"
        "0 remote 0\n"
        "0 release B\n"
        "0 remote 2\n"
        "0 release C\n");
}

/* Nothing is left that an unlock completes. */
static void flushed_body(void)
{
  int x = 1;
  MPI_Win win = window();
  if (me() == 0) {
    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    MPI_Win_unlock_all(win);
    MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Win_unlock_all(win);
  }
  done(win);
}

static void test_flushed(void **state)
{
  (void)state;
  TELLS(2, flushed_body,
        "0 put#1 to 1 [lock_all] origin(4) memory(4) waits\n"
        "#1 after A\n"
        "0 remote *\n"
        "0 release B\n"
        "0 release C\n"
        "0 put#2 to 1 [lock_all] origin(4) memory(4) waits\n"
        "#2 after A\n"
        "0 remote 1\n"
        "0 remote 0\n"
        "0 release B\n"
        "0 remote 1\n"
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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fence),    cmocka_unit_test(test_noprecede),
      cmocka_unit_test(test_pscw),     cmocka_unit_test(test_pscw_test),
      cmocka_unit_test(test_locks),    cmocka_unit_test(test_nocheck),
      cmocka_unit_test(test_lock_all), cmocka_unit_test(test_flushed),
      cmocka_unit_test(test_flush),    cmocka_unit_test(test_exposure),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
