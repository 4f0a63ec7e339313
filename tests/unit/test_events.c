/* The queue of events: order of dates, then of posts. */
#include "../../sim/engine/events.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdbool.h>

static void nothing(void *arg)
{
  (void)arg;
}

static void *number(long i)
{
  return (void *)(intptr_t)i;
}

static void test_empty(void **state)
{
  (void)state;
  struct events events = {0};
  struct event event = {0};
  assert_true(isinf(events_head(&events)));
  assert_false(events_pop(&events, HUGE_VAL, &event));
}

static void test_order(void **state)
{
  (void)state;
  struct events events = {0};
  struct event event = {0};
  unsigned random = 1;
  enum { N = 5000 };
  for (long i = 0; i < N; i++) {
    random = random * 1103515245 + 12345;
    events_post(&events, (random >> 16) % 50, nothing, number(i));
  }
  double date = -1;
  long last = -1;
  for (long i = 0; i < N; i++) {
    assert_true(events_head(&events) >= date);
    assert_true(events_pop(&events, HUGE_VAL, &event));
    assert_true(event.date >= date);
    long mine = (intptr_t)event.arg;
    if (event.date == date) assert_true(mine > last);
    date = event.date;
    last = mine;
  }
  assert_int_equal(events.n, 0);
}

static long asked, refused;

static bool is_not_refused(void (*f)(void *), const void *arg)
{
  assert_true(f == nothing);
  asked++;
  return (intptr_t)arg != refused;
}

/* All that wait are asked for, each once, until one says no. */
static void test_all(void **state)
{
  (void)state;
  struct events events = {0};
  struct event event = {0};
  enum { N = 3000, TAKEN = 1234 };
  assert_true(events_all(&events, is_not_refused));
  for (long i = 0; i < N; i++)
    events_post(&events, (i * 7919 % 97) * (i % 3 ? 1 : 1e-6), nothing,
                number(i));
  for (long i = 0; i < TAKEN; i++)
    assert_true(events_pop(&events, HUGE_VAL, &event));
  asked = 0;
  refused = (intptr_t)event.arg;
  assert_true(events_all(&events, is_not_refused));
  assert_int_equal(asked, N - TAKEN);
  while (events_pop(&events, HUGE_VAL, &event) && events.n > 1) {
  }
  refused = (intptr_t)event.arg;
  assert_true(events_all(&events, is_not_refused));
  events_post(&events, 1e6, nothing, event.arg);
  assert_false(events_all(&events, is_not_refused));
}

static void test_until(void **state)
{
  (void)state;
  struct events events = {0};
  struct event event = {0};
  events_post(&events, 2, nothing, NULL);
  assert_false(events_pop(&events, 1.999, &event));
  assert_true(events_pop(&events, 2, &event));
  assert_true(event.date == 2);
}

/* An empty queue begins anew, at earlier dates, too; a single event takes no
 * memory in order. */
static void test_anew(void **state)
{
  (void)state;
  static const double dates[] = {10, 5, 7, 3, 3, 1e-9, 0, 4};
  struct events events = {0};
  struct event event = {0};
  for (int most = 1; most <= 8; most++) {
    for (int i = 0; i < most; i++)
      events_post(&events, dates[(i + most) % 8], nothing, number(i));
    if (most == 1) assert_int_equal(events.dates.levels, 0);
    for (double last = -1; events_pop(&events, HUGE_VAL, &event);) {
      assert_true(event.date >= last);
      last = event.date;
      if (event.date == 10) events_post(&events, 12, nothing, NULL);
    }
    assert_int_equal(events.n, 0);
  }
}

/* Posts between pops keep the order too. */
static void test_interleaved(void **state)
{
  (void)state;
  struct events events = {0};
  struct event event = {0};
  for (long round = 0; round < 1000; round++) {
    events_post(&events, round, nothing, number(2 * round));
    events_post(&events, round, nothing, number(2 * round + 1));
    if (round % 2 == 0) continue;
    for (long i = -1; i < 3; i++) {
      assert_true(events_pop(&events, round, &event));
      assert_ptr_equal(event.arg, number(2 * round - 1 + i));
    }
  }
}

/* The same random posts and pops as on a plain list. */

enum { LIST = 3000 };

static struct {
  double date;
  long number;
} list[LIST];
static int listed;

/* The first of the earliest. */
static int list_first(void)
{
  int first = 0;
  for (int i = 1; i < listed; i++)
    if (list[i].date < list[first].date) first = i;
  return first;
}

static void compare_pop(struct events *events)
{
  struct event event = {0};
  assert_int_equal(events->n, listed);
  if (listed == 0) {
    assert_false(events_pop(events, HUGE_VAL, &event));
    return;
  }
  int first = list_first();
  assert_true(events_head(events) == list[first].date);
  assert_true(events_pop(events, list[first].date, &event));
  assert_true(event.date == list[first].date);
  assert_ptr_equal(event.arg, number(list[first].number));
  listed--;
  for (int i = first; i < listed; i++)
    list[i] = list[i + 1];
}

/* One of so many dates; `far`: of all magnitudes, zero too. */
static double some_date(unsigned random, unsigned dates, bool far)
{
  double date = (random >> 8) % dates / 7.0;
  return far ? ldexp(date, (int)(random % 71) - 50) : date;
}

static void compare_run(unsigned random, unsigned dates, unsigned pops,
                        bool far)
{
  struct events events = {0};
  listed = 0;
  for (long i = 0; i < 6000; i++) {
    random = random * 1103515245 + 12345;
    double date = some_date(random, dates, far);
    if ((random >> 4) % 16 < pops) {
      compare_pop(&events);
    } else if (listed < LIST) {
      list[listed].date = date;
      list[listed++].number = i;
      events_post(&events, date, nothing, number(i));
    }
  }
  while (listed)
    compare_pop(&events);
  compare_pop(&events);
}

static void test_random(void **state)
{
  (void)state;
  for (unsigned seed = 1; seed <= 4; seed++)
    for (unsigned dates = 1; dates <= 4096; dates *= 8)
      for (unsigned pops = 4; pops <= 8; pops += 2)
        compare_run(seed, dates, pops, seed % 2);
}

/* As in a simulation: many dates to come, each event posts one that is later. A
 * later number means a later post. */
static void test_many(void **state)
{
  (void)state;
  enum { N = 20000, ROUNDS = 10 };
  struct events events = {0};
  struct event event = {0};
  double date = 0;
  unsigned random = 7;
  long posted = 0, before = 0;
  for (long i = 0; i < (long)N * ROUNDS; i++) {
    random = random * 1103515245 + 12345;
    double step = (random >> 8) % 65536 * (random & 64 ? 1e-9 : 1e-4);
    events_post(&events, date + step, nothing, number(posted++));
    if (i < N) continue;
    assert_true(events_pop(&events, HUGE_VAL, &event));
    assert_true(event.date >= date);
    if (event.date == date) assert_true((intptr_t)event.arg > before);
    date = event.date;
    before = (intptr_t)event.arg;
  }
  assert_int_equal(events.n, N);
}

/* --- foresight --- */

enum { FORESEEN = 250, FAR = 4096, MASK = 255 };

static struct {
  char seen[FORESEEN]; /* the last stage */
  long done;           /* calls that left */
  char memory[MASK + 1][FAR];
} foreseen;

static void foreseen_call(void *arg)
{
  (void)arg;
}

/* Where the i-th call's argument lies, next to the one before it or not. */
static char *argument(long i, bool scattered)
{
  return scattered ? foreseen.memory[i * 77 & MASK] : foreseen.memory[0] + i;
}

static long call_of(const void *arg, bool scattered)
{
  for (long i = 0; i < FORESEEN; i++)
    if (argument(i, scattered) == arg) return i;
  return -1;
}

static void scattered_foreseen(const struct coming *calls, unsigned n,
                               int stage)
{
  for (unsigned k = 0; k < n && stage < FORESIGHT_ORDERED; k++) {
    long i = call_of(calls[k].arg, true);
    if (calls[k].f != foreseen_call) continue;
    assert_true(foreseen.done <= i && i <= FORESEEN - 1);
    assert_int_equal(foreseen.seen[i] + 1, stage);
    foreseen.seen[i] = (char)stage;
  }
}

static void ordered_foreseen(const struct coming *calls, unsigned n, int stage)
{
  assert_int_equal(stage, FORESIGHT_ORDERED);
  for (unsigned k = 0; k < n; k++)
    foreseen.seen[call_of(calls[k].arg, false)]++;
}

static void ordered_call(void *arg)
{
  (void)arg;
}

/* Before many others, as few events are not foreseen. */
static struct events foresees_new(void)
{
  enum { OTHERS = 5000 };
  struct events events = {.foresees = true};
  for (long i = 0; i < OTHERS; i++)
    events_post(&events, 2 + i, nothing, foreseen.memory);
  return events;
}

/* All but the first, which a batch holds itself, and, of those that are
 * scattered, an end of few. One of each chunk is of
 * another function. */
static void foresee_run(void (*f)(void *), bool scattered)
{
  struct events events = foresees_new();
  struct event event;
  foreseen.done = 0;
  for (long i = 0; i < FORESEEN; i++) {
    foreseen.seen[i] = 0;
    events_post(&events, 1, scattered && i % 31 == 5 ? nothing : f,
                argument(i, scattered));
  }
  for (long i = 0; i < FORESEEN; i++, foreseen.done++)
    assert_true(events_pop(&events, 1, &event));
}

/* Each at a date of its own. */
static void foresee_dates(void)
{
  struct events events = foresees_new();
  struct event event;
  foreseen.done = 0;
  for (long i = 0; i < FORESEEN; i++) {
    foreseen.seen[i] = 0;
    events_post(&events, 1 + i / 300.0, foreseen_call, argument(i, true));
  }
  for (long i = 0; i < FORESEEN; i++, foreseen.done++)
    assert_true(events_pop(&events, 2, &event));
  long all = 0; /* but for those that were alone where they waited */
  for (long i = 0; i < FORESEEN; i++)
    all += foreseen.seen[i] == FORESIGHT_STAGES;
  assert_true(FORESEEN * 9 / 10 <= all && all <= FORESEEN);
}

static void test_foresight(void **state)
{
  (void)state;
  foresight_add(foreseen_call, scattered_foreseen);
  foresight_add(ordered_call, ordered_foreseen);
  foresee_run(foreseen_call, true);
  assert_int_equal(foreseen.seen[0], 0);
  for (long i = 1; i < FORESEEN - 4; i++) {
    bool leads = foreseen.seen[i] == FORESIGHT_STAGES;
    assert_true(i % 31 == 5 ? foreseen.seen[i] == 0 : leads);
  }
  foresee_dates();
  foresee_run(ordered_call, false);
  for (long i = 1; i < FORESEEN; i++)
    assert_int_equal(foreseen.seen[i], 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty),     cmocka_unit_test(test_order),
      cmocka_unit_test(test_until),     cmocka_unit_test(test_interleaved),
      cmocka_unit_test(test_random),    cmocka_unit_test(test_many),
      cmocka_unit_test(test_foresight), cmocka_unit_test(test_anew),
      cmocka_unit_test(test_all),
  };
  return cmocka_run_group_tests_name("events", tests, NULL, NULL);
}
