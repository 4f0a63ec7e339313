/* Places of links: who goes when a flow has left, and how many. */
#include "../../sim/net/places.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { PLACES = 16, LINKS = 4 };

static void *flow(long i)
{
  return (void *)(intptr_t)i;
}

static void fill(int first, int last, int n)
{
  for (int i = 0; i < n; i++)
    assert_true(places_take(first, last, flow(1)));
}

static void left(int first, int last, long expected0, long expected1)
{
  void *next[2];
  places_free(first, last, next);
  assert_ptr_equal(next[0], flow(expected0));
  assert_ptr_equal(next[1], flow(expected1));
}

static int setup(void **state)
{
  (void)state;
  places_open(LINKS);
  return 0;
}

/* Who waits for both has them before one who came later for one of them. */
static void test_first_come(void **state)
{
  (void)state;
  fill(0, 1, PLACES);
  assert_false(places_take(0, 1, flow(2)));
  assert_false(places_take(0, 2, flow(3)));
  assert_false(places_take(3, 1, flow(4)));
  left(0, 1, 2, 0);
  left(0, 1, 3, 4);
  left(0, 1, 0, 0);
}

/* The first of the other link's goes first, too. */
static void test_either(void **state)
{
  (void)state;
  fill(0, 1, PLACES);
  assert_false(places_take(3, 1, flow(2)));
  assert_false(places_take(0, 1, flow(3)));
  assert_false(places_take(0, 2, flow(4)));
  left(0, 1, 2, 4);
  left(0, 1, 3, 0);
}

/* Who finds the other link full is passed by, and comes first later. */
static void test_passed(void **state)
{
  (void)state;
  fill(0, 1, PLACES);
  fill(3, 2, PLACES);
  assert_false(places_take(0, 2, flow(2)));
  assert_false(places_take(0, 3, flow(3)));
  assert_false(places_take(0, 1, flow(4)));
  left(0, 1, 4, 0);
  left(3, 2, 0, 0);
  left(0, 1, 2, 0);
}

/* A route of one link takes two places there, so two may go for one. */
static void test_one_link(void **state)
{
  (void)state;
  fill(0, 0, PLACES / 2);
  assert_false(places_take(0, 1, flow(2)));
  assert_false(places_take(0, 2, flow(3)));
  assert_false(places_take(0, 0, flow(4)));
  left(0, 0, 2, 3);
  left(0, 0, 4, 0);
}

/* With one place free it takes one too many: then who leaves lets nobody go. */
static void test_too_many(void **state)
{
  (void)state;
  fill(0, 1, PLACES - 1);
  fill(0, 0, 1);
  assert_false(places_take(0, 2, flow(2)));
  left(0, 1, 0, 0);
  left(0, 0, 2, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(test_first_come, setup),
      cmocka_unit_test_setup(test_either, setup),
      cmocka_unit_test_setup(test_passed, setup),
      cmocka_unit_test_setup(test_one_link, setup),
      cmocka_unit_test_setup(test_too_many, setup),
  };
  return cmocka_run_group_tests_name("places", tests, NULL, NULL);
}
