/* Which buffers, types and operators an operation may combine; and whether two
 * typed buffers share a byte. */
#include "window_by_hand.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static int origin[16], result[16];

static const struct datatype *of(MPI_Datatype handle)
{
  return datatype_predefined(handle);
}

/* One int each way; what a test is about differs. */
static struct transfer transfer(enum access_kind kind, MPI_Op op)
{
  struct transfer t = {
      .kind = kind,
      .origin = origin,
      .origin_count = 1,
      .origin_type = of(MPI_INT),
      .access = {1, 0, 1, of(MPI_INT)},
      .op = op ? op_predefined(op) : NULL,
  };
  if (kind == ACCESS_FETCH) {
    t.result = result;
    t.result_count = 1;
    t.result_type = of(MPI_INT);
  }
  return t;
}

static void accepted(const struct transfer *t)
{
  struct window_view *v = window_by_hand(MPI_WIN_FLAVOR_CREATE);
  int error = window_check_transfer(v, t);
  if (error) print_error("refused: %s\n", fault_text());
  assert_int_equal(error, 0);
}

static void refused(const struct transfer *t, int class, const char *text)
{
  struct window_view *v = window_by_hand(MPI_WIN_FLAVOR_CREATE);
  assert_int_equal(window_check_transfer(v, t), class);
  if (fault_says(text)) return;
  print_error("\"%s\" lacks \"%s\"\n", fault_text(), text);
  fail();
}

static void test_plain(void **state)
{
  static const struct {
    enum access_kind kind;
    MPI_Op op;
  } all[] = {{ACCESS_PUT, 0},
             {ACCESS_GET, 0},
             {ACCESS_ACCUMULATE, MPI_SUM},
             {ACCESS_ACCUMULATE, MPI_REPLACE},
             {ACCESS_FETCH, MPI_BAND},
             {ACCESS_FETCH, MPI_NO_OP},
             {ACCESS_FETCH, 0}};
  (void)state;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    struct transfer t = transfer(all[i].kind, all[i].op);
    accepted(&t);
    assert_int_equal(transfer_bytes(&t), 4);
    t.origin_count = t.result_count = t.access.count = 0;
    t.origin = t.result = NULL;
    accepted(&t);
    assert_int_equal(transfer_bytes(&t), 0);
  }
}

static void test_sizes(void **state)
{
  struct transfer t = transfer(ACCESS_PUT, 0);
  (void)state;
  t.access.count = 3; /* room for more */
  accepted(&t);
  assert_int_equal(transfer_bytes(&t), 4);
  t.origin_count = 4;
  refused(&t, MPI_ERR_TRUNCATE,
          " to rank 1 of the window: the origin buffer holds 16 bytes (4 x 4), "
          "the target 12 (3 x 4)");
  t = transfer(ACCESS_GET, 0);
  t.origin_count = 3;
  accepted(&t);
  assert_int_equal(transfer_bytes(&t), 4);
  t.access.count = 4;
  refused(&t, MPI_ERR_TRUNCATE,
          "the origin buffer holds 12 bytes (3 x 4), the "
          "target 16 (4 x 4)");
  t = transfer(ACCESS_FETCH, MPI_SUM);
  t.access.count = t.result_count = 2;
  accepted(&t); /* one int is added, two are fetched */
  assert_int_equal(transfer_bytes(&t), 8);
  t.result_count = 1;
  refused(&t, MPI_ERR_TRUNCATE,
          "the result buffer holds 4 bytes (1 x 4), the "
          "target 8 (2 x 4)");
  t.result_count = 2;
  t.origin_count = 3;
  refused(&t, MPI_ERR_TRUNCATE, "the origin buffer holds 12 bytes");
}

/* 2^62 ints are 2^64 bytes, which is not 0. */
static void test_overflow(void **state)
{
  struct transfer t = transfer(ACCESS_PUT, 0);
  MPI_Count wraps = (MPI_Count)1 << 62;
  (void)state;
  t.origin_count = wraps;
  t.access.count = 0;
  refused(&t, MPI_ERR_COUNT, "4611686018427387904 elements of the origin");
  t.origin_count = 0;
  t.access.count = wraps;
  accepted(&t); /* and caught by the range */
  t = transfer(ACCESS_FETCH, MPI_SUM);
  t.result_count = wraps;
  refused(&t, MPI_ERR_COUNT, "of the result datatype do not fit");
}

static void test_null(void **state)
{
  struct transfer t = transfer(ACCESS_PUT, 0);
  struct datatype *absolute;
  MPI_Count at = (MPI_Count)(intptr_t)origin;
  (void)state;
  t.origin = NULL;
  refused(&t, MPI_ERR_BUFFER, ": origin_addr is a null pointer");
  datatype_hindexed(1, (MPI_Count[]){1}, &at, of(MPI_INT), &absolute);
  t.origin_type = absolute; /* from MPI_BOTTOM on */
  accepted(&t);
  t = transfer(ACCESS_FETCH, MPI_SUM);
  t.result = NULL;
  refused(&t, MPI_ERR_BUFFER, ": result_addr is a null pointer");
  t = transfer(ACCESS_FETCH, MPI_NO_OP);
  t.origin = NULL;
  t.origin_type = NULL; /* nobody looks at it */
  accepted(&t);
  datatype_unref(absolute);
}

static void test_overlap(void **state)
{
  struct datatype *same;
  (void)state;
  datatype_resized(of(MPI_INT), 0, 0, &same);
  struct transfer t = transfer(ACCESS_PUT, 0);
  t.origin_type = same; /* read from many times */
  t.origin_count = t.access.count = 2;
  accepted(&t);
  t.access.type = same;
  refused(&t, MPI_ERR_TYPE, "the target datatype has overlapping entries");
  t.kind = ACCESS_ACCUMULATE;
  t.op = op_predefined(MPI_SUM);
  refused(&t, MPI_ERR_TYPE, "the target datatype has overlapping entries");
  t = transfer(ACCESS_GET, 0);
  t.access.type = same;
  t.origin_count = t.access.count = 2;
  accepted(&t);
  t.origin_type = same;
  refused(&t, MPI_ERR_TYPE, "the origin datatype has overlapping entries");
  t = transfer(ACCESS_FETCH, MPI_SUM);
  t.result_type = same;
  accepted(&t); /* one alone overlaps nothing */
  t.result_count = 2;
  refused(&t, MPI_ERR_TYPE, "the result datatype has overlapping entries");
  datatype_unref(same);
}

static void test_elements(void **state)
{
  struct datatype *mixed, *ints;
  (void)state;
  datatype_struct(2, (MPI_Count[]){1, 1}, (MPI_Count[]){0, 4},
                  (const struct datatype *[]){of(MPI_INT), of(MPI_FLOAT)},
                  &mixed);
  datatype_vector(2, 1, 3, of(MPI_INT), &ints);
  struct transfer t = transfer(ACCESS_ACCUMULATE, MPI_SUM);
  t.access.type = ints;
  t.origin_count = 2;
  accepted(&t);
  t.access.type = of(MPI_FLOAT);
  t.origin_count = 1;
  refused(&t, MPI_ERR_TYPE, "not MPI_INT and MPI_FLOAT [MPI-4.1 12.3.4]");
  t.access.type = of(MPI_INT32_T); /* alike, but another */
  refused(&t, MPI_ERR_TYPE, "not MPI_INT and MPI_INT32_T");
  t.access.type = mixed;
  refused(&t, MPI_ERR_TYPE, "not MPI_INT and one of several");
  t.kind = ACCESS_PUT; /* which may be of anything */
  t.op = NULL;
  accepted(&t);
  t = transfer(ACCESS_FETCH, MPI_NO_OP);
  t.origin_type = NULL;
  t.result_type = of(MPI_FLOAT);
  refused(&t, MPI_ERR_TYPE, "result and target datatype must be built of one");
  datatype_unref(mixed);
  datatype_unref(ints);
}

static void test_operators(void **state)
{
  (void)state;
  struct op *user = op_user(NULL, NULL, true);
  struct transfer t = transfer(ACCESS_ACCUMULATE, MPI_SUM);
  t.op = user;
  refused(&t, MPI_ERR_OP, "a user-defined operator cannot be used");
  op_unref(user);
  t = transfer(ACCESS_ACCUMULATE, MPI_NO_OP);
  refused(&t, MPI_ERR_OP, "MPI_NO_OP is for MPI_Get_accumulate");
  t = transfer(ACCESS_ACCUMULATE, MPI_MAXLOC);
  refused(&t, MPI_ERR_OP, "MPI_MAXLOC is not defined on MPI_INT");
  t.origin_type = t.access.type = of(MPI_2INT);
  accepted(&t);
  t.op = op_predefined(MPI_SUM);
  refused(&t, MPI_ERR_OP, "MPI_SUM is not defined on MPI_2INT");
  t.op = op_predefined(MPI_REPLACE);
  accepted(&t);
  t.origin_type = t.access.type = of(MPI_CHAR);
  accepted(&t);
  t.op = op_predefined(MPI_SUM);
  accepted(&t); /* it is text, but others take it, too */
  t.origin_type = t.access.type = of(MPI_WCHAR);
  refused(&t, MPI_ERR_OP, "MPI_SUM is not defined on MPI_WCHAR");
  t = transfer(ACCESS_FETCH, MPI_BOR);
  t.origin_type = t.access.type = t.result_type = of(MPI_FLOAT);
  refused(&t, MPI_ERR_OP, "MPI_BOR is not defined on MPI_FLOAT");
}

/* --- disjoint buffers --- */

static void meet(const void *a, MPI_Count na, const struct datatype *ta,
                 const void *b, MPI_Count nb, const struct datatype *tb,
                 bool expected)
{
  struct buffer x = {a, na, ta}, y = {b, nb, tb};
  assert_int_equal(buffers_meet(&x, &y), expected);
  assert_int_equal(buffers_meet(&y, &x), expected);
}

static void test_disjoint(void **state)
{
  const struct datatype *i = of(MPI_INT), *b = of(MPI_BYTE);
  struct datatype *column, *same, *bottom;
  MPI_Count at = (MPI_Count)(intptr_t)&origin[2];
  (void)state;
  datatype_vector(4, 1, 4, i, &column);
  datatype_resized(i, 0, 0, &same);
  datatype_hindexed(1, (MPI_Count[]){2}, &at, i, &bottom);
  meet(origin, 4, i, origin + 4, 4, i, false);
  meet(origin, 5, i, origin + 4, 4, i, true);
  meet(origin, 4, i, (char *)origin + 15, 1, b, true);
  meet(origin, 0, i, origin, 4, i, false);
  meet(origin, 4, i, result, 4, i, false);
  /* columns of one matrix */
  meet(origin, 1, column, origin + 1, 1, column, false);
  meet(origin, 1, column, origin, 1, column, true);
  meet(origin, 1, column, origin + 4, 1, column, true);
  meet(origin, 1, column, origin + 1, 3, i, false);
  meet(origin, 1, column, origin + 1, 4, i, true);
  meet(origin, 1, column, (char *)origin + 19, 1, b, true);
  /* a buffer that overlaps itself only */
  meet(origin, 5, same, origin + 1, 1, i, false);
  meet(origin, 5, same, origin, 1, column, true);
  meet(NULL, 1, bottom, origin, 2, i, false);
  meet(NULL, 1, bottom, origin, 3, i, true);
  datatype_unref(column);
  datatype_unref(same);
  datatype_unref(bottom);
  struct transfer t = transfer(ACCESS_FETCH, MPI_SUM);
  t.result = origin;
  refused(&t, MPI_ERR_BUFFER, "origin and result buffer overlap");
  t.result = origin + 1;
  accepted(&t);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain),     cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_overflow),  cmocka_unit_test(test_null),
      cmocka_unit_test(test_overlap),   cmocka_unit_test(test_elements),
      cmocka_unit_test(test_operators), cmocka_unit_test(test_disjoint),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
