/* Intervals against a plain array: which share a byte with a range, in what
 * order, and the first that is open, while they overlap, nest, close, and go in
 * any order. */
#include "../../model/check/intervals.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { PLACES = 300, MEMORY = 2000, STEPS = 20000 };

static char memory[MEMORY];
static struct interval all[PLACES];
static uint64_t came[PLACES]; /* 0: not there */
static bool closed[PLACES];
static struct intervals set;

static unsigned draw(unsigned n)
{
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % n;
}

/* Does a come before b? */
static int earlier(int a, int b)
{
  if (all[a].from != all[b].from) return all[a].from < all[b].from;
  return came[a] < came[b];
}

/* The first behind `after` (-1: any) that shares a byte. */
static int expected(int after, const char *from, const char *to)
{
  int best = -1;
  for (int i = 0; i < PLACES; i++) {
    const char *low = all[i].from > from ? all[i].from : from;
    const char *high = all[i].to < to ? all[i].to : to;
    if (!came[i] || low >= high || (after >= 0 && !earlier(after, i))) continue;
    if (best < 0 || earlier(i, best)) best = i;
  }
  return best;
}

static void look(void)
{
  const char *from = memory + draw(MEMORY), *to = from + 1 + draw(40);
  const struct interval *i = intervals_in(&set, from, to);
  int e = expected(-1, from, to);
  for (; e >= 0; e = expected(e, from, to)) {
    assert_ptr_equal(i, &all[e]);
    i = intervals_next(&set, i, from, to);
  }
  assert_null(i);
}

/* Of those that are open, the first. */
static void look_at_open(void)
{
  const char *from = memory + draw(MEMORY), *to = from + 1 + draw(40);
  int e = expected(-1, from, to);
  while (e >= 0 && closed[e])
    e = expected(e, from, to);
  assert_ptr_equal(intervals_open_in(&set, from, to), e < 0 ? NULL : &all[e]);
}

static void change(uint64_t step)
{
  unsigned i = draw(PLACES);
  if (came[i] && draw(3)) {
    closed[i] = !closed[i];
    intervals_close(&set, &all[i], closed[i]);
    return;
  }
  if (came[i]) {
    intervals_remove(&set, &all[i]);
    came[i] = 0;
    return;
  }
  unsigned size = draw(10) ? draw(12) : draw(MEMORY / 2);
  all[i].from = memory + draw(MEMORY - size);
  all[i].to = all[i].from + size;
  intervals_add(&set, &all[i]);
  came[i] = step;
  closed[i] = false;
}

static void test_random(void **state)
{
  (void)state;
  for (uint64_t step = 1; step <= STEPS; step++) {
    change(step);
    look();
    look_at_open();
  }
  for (int i = 0; i < PLACES; i++)
    if (came[i]) intervals_remove(&set, &all[i]);
  assert_null(intervals_in(&set, memory, memory + MEMORY));
}

/* A chain would take 100,000 steps for each, and as many frames. */
static void test_many(void **state)
{
  enum { MANY = 100000 };
  static struct interval some[MANY], around;
  static char place[4 * MANY];
  struct intervals many = {0};
  (void)state;
  around.from = place;
  around.to = place + sizeof place;
  intervals_add(&many, &around);
  for (int i = 0; i < MANY; i++) {
    some[i].from = place + 4 * i + 1;
    some[i].to = some[i].from + 2;
    intervals_add(&many, &some[i]);
  }
  for (int i = 0; i < MANY; i++) {
    const char *from = some[i].from;
    const struct interval *first = intervals_in(&many, from, from + 1);
    assert_ptr_equal(first, &around);
    assert_ptr_equal(intervals_next(&many, first, from, from + 1), &some[i]);
    assert_null(intervals_next(&many, &some[i], from, from + 1));
  }
  for (int i = 0; i < MANY; i++)
    intervals_remove(&many, &some[i]);
  assert_ptr_equal(many.root, &around);
}

/* Closing all of those that share a byte, one after the other, takes a step for
 * each, and then one in all: else it is 10,000,000,000 of them. */
static void test_close(void **state)
{
  enum { MANY = 100000 };
  static struct interval some[MANY];
  static char place[8];
  struct intervals many = {0};
  (void)state;
  for (int i = 0; i < MANY; i++) {
    some[i].from = place;
    some[i].to = place + sizeof place;
    intervals_add(&many, &some[i]);
  }
  for (int i = 0; i < MANY; i++) {
    assert_ptr_equal(intervals_open_in(&many, place, place + 1), &some[i]);
    intervals_close(&many, &some[i], true);
  }
  for (int i = 0; i < MANY; i++)
    assert_null(intervals_open_in(&many, place, place + 1));
  intervals_close(&many, &some[MANY / 2], false);
  assert_ptr_equal(intervals_open_in(&many, place, place + 1), &some[MANY / 2]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_close),
      cmocka_unit_test(test_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
