/* Pending buffers against a plain array: what each end ends, the last one
 * first, while they are few and while they are many. */
#include "../../model/check/pending.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { STEPS = 200000, MOST = 400, RANK = 3, WINDOWS = 3, TARGETS = 4 };

static struct pending all[STEPS]; /* `by` NULL: over */
static int count, left, expected;
static char some[WINDOWS]; /* as callers and as windows */

static unsigned draw(unsigned n)
{
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % n;
}

/* A window, or none. */
static const struct window_view *window(void)
{
  static _Alignas(64) char windows[WINDOWS][64];
  unsigned i = draw(WINDOWS + 1);
  return i < WINDOWS ? (const struct window_view *)windows[i] : NULL;
}

static void keep(void)
{
  all[count] = (struct pending){.by = (const struct caller *)some,
                                .address = (char *)(uintptr_t)count,
                                .number = (unsigned)count / 2,
                                .window = window(),
                                .target = (int)draw(TARGETS)};
  pending_keep(RANK, &all[count++]);
  left++;
}

static bool is_like(enum pending_end end, const struct pending *a,
                    const struct pending *b)
{
  if (a->window != b->window) return false;
  if (end == END_NUMBER) return a->number == b->number;
  return end == END_WINDOW || a->target == b->target;
}

static bool is_odd(int rank, const struct pending *p)
{
  assert_int_equal(rank, RANK);
  return (uintptr_t)p->address & 1;
}

/* The next one that is expected; `expected` is what is looked at next. */
static enum pending_end kind;
static const struct pending *like; /* NULL: those of odd addresses */

static int next_expected(void)
{
  for (; expected >= 0; expected--) {
    struct pending *p = &all[expected];
    if (p->by && (like ? is_like(kind, like, p) : is_odd(RANK, p)))
      return expected--;
  }
  return -1;
}

static void over(int rank, const struct pending *p)
{
  int i = next_expected();
  assert_int_equal(rank, RANK);
  assert_true(i >= 0 && p->address == all[i].address);
  all[i].by = NULL;
  left--;
}

static void end_some(void)
{
  struct pending one = all[draw((unsigned)count)];
  one.window = draw(4) ? one.window : window();
  kind = !one.window || draw(4) ? END_NUMBER
         : draw(4)              ? END_TARGET
                                : END_WINDOW;
  like = draw(500) ? &one : NULL;
  expected = count - 1;
  if (like)
    pending_end(RANK, kind, like, over);
  else
    pending_end_those(RANK, is_odd, over);
  assert_int_equal(next_expected(), -1);
}

static void test_random(void **state)
{
  unsigned most = MOST;
  (void)state;
  for (int step = 0; step < STEPS / 4; step++) {
    if (draw(1000) == 0) most = draw(2) ? MOST : 20;
    if (left == 0 || ((unsigned)left < most && draw(5)))
      keep();
    else
      end_some();
  }
}

/* Each in a step of its own: else it is 40,000,000,000 of them. */
static void ended(int rank, const struct pending *p)
{
  assert_int_equal(rank, RANK + 1);
  assert_non_null(p->by);
  left++;
}

static void test_many(void **state)
{
  enum { MANY = 200000 };
  struct pending p = {.by = (const struct caller *)some};
  (void)state;
  left = 0;
  for (p.number = 1; p.number <= MANY; p.number++)
    pending_keep(RANK + 1, &p);
  for (p.number = 1; p.number <= MANY; p.number++)
    pending_end(RANK + 1, END_NUMBER, &p, ended);
  assert_int_equal(left, MANY);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
