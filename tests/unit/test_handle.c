/* Handles: what was freed, never made or of another kind names nothing. */
#include "model/handle/handle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <limits.h>
#include <stdlib.h>

static int objects[100];

static void finds_what_was_named(void **state)
{
  (void)state;
  struct handle_table t = {0};
  uintptr_t handles[100];
  for (int i = 0; i < 100; i++)
    handles[i] = handle_new(&t, HANDLE_COMM, &objects[i]);
  for (int i = 0; i < 100; i++)
    assert_ptr_equal(handle_find(&t, HANDLE_COMM, handles[i]), &objects[i]);
}

static void kinds_are_apart(void **state)
{
  (void)state;
  struct handle_table t = {0};
  uintptr_t comm = handle_new(&t, HANDLE_COMM, &objects[0]);
  assert_null(handle_find(&t, HANDLE_WINDOW, comm));
  assert_null(handle_free(&t, HANDLE_WINDOW, comm));
  assert_ptr_equal(handle_find(&t, HANDLE_COMM, comm), &objects[0]);
}

static void freed_handles_name_nothing(void **state)
{
  (void)state;
  struct handle_table t = {0};
  uintptr_t first = handle_new(&t, HANDLE_OP, &objects[0]);
  assert_ptr_equal(handle_free(&t, HANDLE_OP, first), &objects[0]);
  assert_null(handle_find(&t, HANDLE_OP, first));
  assert_true(handle_is_gone(&t, HANDLE_OP, first));
  assert_false(handle_is_gone(&t, HANDLE_COMM, first));
  assert_false(handle_is_gone(&t, HANDLE_OP, first + 1)); /* was never made */
  assert_null(handle_free(&t, HANDLE_OP, first));
  uintptr_t second = handle_new(&t, HANDLE_OP, &objects[1]);
  assert_int_equal(t.all->count, 1); /* the entry is used again */
  assert_true(second != first);
  assert_null(handle_find(&t, HANDLE_OP, first));
  assert_ptr_equal(handle_find(&t, HANDLE_OP, second), &objects[1]);
}

static void hidden_handles_name_nothing_until_shown(void **state)
{
  (void)state;
  struct handle_table t = {0};
  uintptr_t comm = handle_new(&t, HANDLE_COMM, &objects[0]);
  handle_set_tag(&t, HANDLE_COMM, comm, 7);
  assert_null(handle_show(&t, HANDLE_COMM, comm));
  handle_hide(&t, HANDLE_COMM, comm);
  assert_null(handle_find(&t, HANDLE_COMM, comm));
  assert_null(handle_free(&t, HANDLE_COMM, comm));
  assert_null(handle_show(&t, HANDLE_WINDOW, comm));
  assert_null(handle_show(&t, HANDLE_COMM, comm + 1));
  assert_ptr_equal(handle_show(&t, HANDLE_COMM, comm), &objects[0]);
  assert_int_equal(handle_tag(&t, HANDLE_COMM, comm), 7);
  assert_ptr_equal(handle_free(&t, HANDLE_COMM, comm), &objects[0]);
}

static void garbage_names_nothing(void **state)
{
  (void)state;
  struct handle_table t = {0};
  assert_null(handle_find(&t, HANDLE_COMM, 0x101));
  uintptr_t comm = handle_new(&t, HANDLE_COMM, &objects[0]);
  assert_null(handle_find(&t, HANDLE_COMM, 0));
  assert_null(handle_find(&t, HANDLE_COMM, comm + 1));
  assert_null(handle_find(&t, HANDLE_COMM, comm | (uintptr_t)1 << 40));
  assert_null(handle_find(&t, HANDLE_COMM, (uintptr_t)&objects[0]));
}

static void values_fit_an_int_above_the_predefined(void **state)
{
  (void)state;
  struct handle_table t = {0};
  for (int i = 0; i < 300; i++) { /* the generation wraps */
    uintptr_t h = handle_new(&t, HANDLE_KEYVAL, &objects[0]);
    assert_true(h > 0x1000 && h <= INT_MAX);
    handle_free(&t, HANDLE_KEYVAL, h);
  }
}

static void a_full_table_says_so(void **state)
{
  (void)state;
  struct handle_table t = {0};
  for (int i = 0; i < 1 << 20; i++)
    if (!handle_new(&t, HANDLE_INFO, &objects[0])) fail();
  assert_int_equal(handle_new(&t, HANDLE_INFO, &objects[0]), 0);
}

static void count_kind(uintptr_t handle, void *object, void *arg)
{
  (void)handle;
  *(ptrdiff_t *)arg = *(ptrdiff_t *)arg * 10 + ((int *)object - objects);
}

static void each_goes_by_index(void **state)
{
  (void)state;
  struct handle_table t = {0};
  handle_new(&t, HANDLE_COMM, &objects[1]);
  uintptr_t freed = handle_new(&t, HANDLE_COMM, &objects[2]);
  handle_new(&t, HANDLE_GROUP, &objects[3]);
  handle_new(&t, HANDLE_COMM, &objects[4]);
  handle_free(&t, HANDLE_COMM, freed);
  ptrdiff_t seen = 0;
  handle_each(&t, HANDLE_COMM, count_kind, &seen);
  assert_int_equal(seen, 14);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_what_was_named),
      cmocka_unit_test(kinds_are_apart),
      cmocka_unit_test(freed_handles_name_nothing),
      cmocka_unit_test(hidden_handles_name_nothing_until_shown),
      cmocka_unit_test(garbage_names_nothing),
      cmocka_unit_test(values_fit_an_int_above_the_predefined),
      cmocka_unit_test(a_full_table_says_so),
      cmocka_unit_test(each_goes_by_index),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
