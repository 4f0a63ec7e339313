/* Infos: order, replacement, deletion, limits. */
#include "model/info/info.h"
#include "model/error/fault.h"

#include <mpi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void test_order(void **state)
{
  struct info *info = info_new();
  (void)state;
  assert_int_equal(info_set(info, "zeta", "1"), 0);
  assert_int_equal(info_set(info, "alpha", "2"), 0);
  assert_int_equal(info_set(info, "mid", "3"), 0);
  assert_int_equal(info_set(info, "zeta", "4"), 0);
  assert_int_equal(info->count, 3);
  assert_string_equal(info->entries[0].key, "zeta");
  assert_string_equal(info->entries[1].key, "alpha");
  assert_string_equal(info_get(info, "zeta"), "4");
  assert_int_equal(info_delete(info, "alpha"), 0);
  assert_string_equal(info->entries[1].key, "mid");
  assert_null(info_get(info, "alpha"));
  assert_int_equal(info_delete(info, "alpha"), MPI_ERR_INFO_NOKEY);
  assert_non_null(strstr(fault_text(), "\"alpha\""));
  info_free(info);
}

static void test_own_value_again(void **state)
{
  struct info *info = info_new();
  (void)state;
  info_set(info, "key", "some value");
  assert_int_equal(info_set(info, "key", info_get(info, "key")), 0);
  assert_string_equal(info_get(info, "key"), "some value");
  info_free(info);
}

static void test_limits(void **state)
{
  char key[MPI_MAX_INFO_KEY + 1], value[MPI_MAX_INFO_VAL + 1];
  struct info *info = info_new();
  (void)state;
  memset(key, 'k', sizeof key);
  memset(value, 'v', sizeof value);
  key[MPI_MAX_INFO_KEY] = value[MPI_MAX_INFO_VAL] = 0;
  assert_int_equal(info_set(info, key, "v"), MPI_ERR_INFO_KEY);
  assert_int_equal(info_set(info, "k", value), MPI_ERR_INFO_VALUE);
  assert_int_equal(info_set(info, "", "v"), MPI_ERR_INFO_KEY);
  assert_int_equal(info_set(info, NULL, "v"), MPI_ERR_INFO_KEY);
  assert_int_equal(info_set(info, "k", NULL), MPI_ERR_INFO_VALUE);
  assert_int_equal(info->count, 0);
  key[MPI_MAX_INFO_KEY - 1] = value[MPI_MAX_INFO_VAL - 1] = 0;
  assert_int_equal(info_set(info, key, value), 0);
  assert_string_equal(info_get(info, key), value);
  info_free(info);
}

static void test_dup_is_apart(void **state)
{
  struct info *info = info_new(), *copy;
  (void)state;
  info_set(info, "key", "old");
  copy = info_dup(info);
  info_set(info, "key", "new");
  assert_string_equal(info_get(copy, "key"), "old");
  info_free(copy);
  info_free(info);
  assert_null(info_get(NULL, "key"));
  info_free(NULL);
}

static void test_constant(void **state)
{
  struct info *info = info_new();
  (void)state;
  info_set(info, "key", "true");
  info->constant = true;
  assert_int_equal(info_set(info, "key", "false"), MPI_ERR_INFO);
  assert_int_equal(info_delete(info, "key"), MPI_ERR_INFO);
  assert_true(info_true(info, "key"));
  assert_false(info_true(info, "other"));
  info_free(info);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),    cmocka_unit_test(test_own_value_again),
      cmocka_unit_test(test_limits),   cmocka_unit_test(test_dup_is_apart),
      cmocka_unit_test(test_constant),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
