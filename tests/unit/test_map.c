/* The map against a plain array: look-up, order of insertion, growth. */
#include "model/map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { MANY = 5000 };
static int values[MANY];

/* Keys of several kinds: small numbers, multiples that collide in low bits,
 * spread ones. */
static uint64_t key_of(int kind, uint64_t i)
{
  static const uint64_t factor[] = {1, (uint64_t)1 << 32, 0x9e3779b97f4a7c15u};
  return i * factor[kind];
}

static void fill_and_check(int kind)
{
  struct map m = {0};
  for (int i = 0; i < MANY; i++) {
    assert_null(map_find(&m, key_of(kind, (uint64_t)i)));
    map_add(&m, key_of(kind, (uint64_t)i), &values[i]);
    if (i > 40 && i % 500) continue;
    for (int k = 0; k <= i; k++)
      assert_ptr_equal(map_find(&m, key_of(kind, (uint64_t)k)), &values[k]);
    assert_null(map_find(&m, key_of(kind, MANY + 1)));
  }
  assert_int_equal(m.count, MANY);
  for (int i = 0; i < MANY; i++) {
    assert_true(m.entries[i].key == key_of(kind, (uint64_t)i));
    assert_ptr_equal(m.entries[i].value, &values[i]);
  }
  map_clear(&m);
  assert_int_equal(m.count, 0);
  assert_null(map_find(&m, key_of(kind, 3)));
  map_add(&m, 3, &values[3]); /* usable again */
  assert_ptr_equal(map_find(&m, 3), &values[3]);
  map_clear(&m);
}

static void test_small_keys(void **state)
{
  (void)state;
  fill_and_check(0);
}

static void test_high_keys(void **state)
{
  (void)state;
  fill_and_check(1);
}

static void test_spread_keys(void **state)
{
  (void)state;
  fill_and_check(2);
}

/* Zero, and what looks like a negative rank. */
static void test_odd_keys(void **state)
{
  struct map m = {0};
  (void)state;
  assert_null(map_find(&m, 0));
  map_add(&m, 0, &values[0]);
  map_add(&m, UINT64_MAX, &values[1]);
  assert_ptr_equal(map_find(&m, 0), &values[0]);
  assert_ptr_equal(map_find(&m, UINT64_MAX), &values[1]);
  assert_null(map_find(&m, 1));
  map_clear(&m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_small_keys),
      cmocka_unit_test(test_high_keys),
      cmocka_unit_test(test_spread_keys),
      cmocka_unit_test(test_odd_keys),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
