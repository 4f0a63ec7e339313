/* Sets of numbers (model/numbers.h): what leaves is the least, against an
 * array of flags; and the sizes at which a level is added. */
#include "model/numbers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void empty(void **state)
{
  (void)state;
  struct numbers s = {0};
  assert_false(numbers_any(&s));
  numbers_add(&s, 0);
  assert_true(numbers_any(&s));
  assert_int_equal(numbers_take(&s), 0);
  assert_false(numbers_any(&s));
}

/* Numbers at the ends of words of each level, added from above. */
static void levels(void **state)
{
  (void)state;
  static const unsigned numbers[] = {
      0,    1,      63,     64,     65,     4095,    4096,
      4097, 262143, 262144, 262145, 999999, 1 << 23, NUMBERS_MAX - 1};
  enum { N = sizeof numbers / sizeof *numbers };
  struct numbers s = {0};
  for (int i = N; i-- > 0;)
    numbers_add(&s, numbers[i]);
  for (int i = 0; i < N; i++) {
    assert_true(numbers_any(&s));
    assert_int_equal(numbers_take(&s), numbers[i]);
  }
  assert_false(numbers_any(&s));
}

static void again(void **state)
{
  (void)state;
  struct numbers s = {0};
  numbers_add(&s, 7);
  numbers_add(&s, 7);
  assert_int_equal(numbers_take(&s), 7);
  assert_false(numbers_any(&s));
}

static unsigned draw(uint64_t *state)
{
  *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
  return *state >> 33;
}

static void random_ones(void **state)
{
  (void)state;
  enum { ROUNDS = 200000, MAX = 20000 };
  static bool flags[MAX];
  struct numbers s = {0};
  uint64_t seed = 1;
  unsigned held = 0;
  for (int i = 0; i < ROUNDS; i++) {
    unsigned number = draw(&seed) % (i < ROUNDS / 2 ? 100 : MAX);
    if (draw(&seed) % 2) {
      held += !flags[number];
      flags[number] = true;
      numbers_add(&s, number);
    } else if (held) {
      bool *first = memchr(flags, true, MAX);
      assert_int_equal(numbers_take(&s), first - flags);
      *first = false;
      held--;
    }
    assert_int_equal(numbers_any(&s), held > 0);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(empty), cmocka_unit_test(levels),
      cmocka_unit_test(again), cmocka_unit_test(random_ones)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
