/* Buffers of a rank's own memory against a list that is searched from end to
 * end: two conflict if they share a byte, one of them is written, and the first
 * is not over when the second begins. Whether they lie in the log, in the
 * history, or move from one to the other must not be seen. */
#include "../../model/check/apart.h"
#include "../../model/window/window.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { STEPS = 20000, BYTES = 1 << 16, STRIDE = 4 };

struct use {
  int low, high; /* of `memory` */
  int stride;    /* one byte of each so many */
  bool writes, over;
  struct act *act;
};
static struct use all[STEPS];
static int count, first; /* those before `first` are over */
static int found, conflicts;
static char memory[BYTES];
static uint64_t state = 1;

static int draw(int n)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (uint64_t)n);
}

static void conflict(const struct record *a, const struct record *b,
                     const char *low, const char *high)
{
  assert_true(low < high && a->act != b->act);
  found++;
}

static bool has(const struct use *b, int byte)
{
  return byte >= b->low && byte < b->high && (byte - b->low) % b->stride == 0;
}

static bool share(const struct use *a, const struct use *b)
{
  for (int i = a->low; i < a->high; i++)
    if (has(a, i) && has(b, i)) return true;
  return false;
}

static bool expected(const struct use *new)
{
  for (const struct use *b = all; b < new; b++)
    if (!b->over && (b->writes || new->writes) && share(b, new)) return true;
  return false;
}

static struct observed_strand strand(int rank, int number)
{
  return (struct observed_strand){rank, number, 0};
}

static void begin(int rank, const struct datatype *every, int bytes, int size)
{
  struct use *b = &all[count];
  int n = 1 + draw(size);
  bool typed = every && draw(4) == 0;
  *b = (struct use){.low = draw(bytes - STRIDE * size),
                    .stride = typed ? STRIDE : 1,
                    .writes = draw(3) == 0};
  b->high = b->low + (typed ? STRIDE * n : n);
  b->act = act_new(check_strand(strand(rank, 0)), "x", NULL, 0);
  b->act->plain = b->over = draw(4) == 0;
  found = 0;
  struct observed_data d = {memory + b->low, n, typed ? every : NULL};
  apart_access(b->act, &d, b->writes);
  assert_int_equal(found > 0, expected(b));
  conflicts += found > 0;
  count++;
}

static void end(int rank, int i)
{
  if (i >= count || all[i].over) return;
  act_complete(all[i].act, strand(rank, 0), "y", NULL);
  all[i].over = true;
  apart_over(rank, 1);
}

static void end_all(int rank)
{
  for (; first < count; first++)
    end(rank, first);
}

/* The element is a byte, of which the next is STRIDE bytes away. */
static const struct datatype *byte_of_each(void)
{
  struct datatype *type;
  const struct datatype *byte = datatype_predefined(MPI_BYTE);
  assert_int_equal(datatype_resized(byte, 0, STRIDE, &type), 0);
  return type;
}

/* So many at a time, of so many bytes, somewhere in the first `bytes`. */
static void run(int rank, int pending, int bytes, int size)
{
  const struct datatype *every = byte_of_each();
  count = first = conflicts = 0;
  memset(all, 0, sizeof all);
  while (count < STEPS / 10) {
    begin(rank, every, bytes, size);
    if (draw(3) == 0) end(rank, first + draw(count - first));
    if (draw(pending) == 0) end_all(rank);
  }
  end_all(rank);
}

static void test_few_touch(void **unused)
{
  (void)unused;
  run(0, 20, 4096, 3);
  assert_true(1 <= conflicts && conflicts <= count / 10);
}

static void test_many_touch(void **unused)
{
  (void)unused;
  run(0, 20, 4096, 200);
  assert_true(count / 20 <= conflicts && conflicts <= 19 * count / 20);
}

static void test_long_log(void **unused)
{
  (void)unused;
  run(0, 1000, BYTES, 2);
  assert_true(1 <= conflicts && conflicts <= count / 10);
}

/* A buffer that is on its way when memory comes to a window, or when a second
 * strand begins, is known there. */
static struct act *write_of(int rank, int number, char *byte)
{
  struct act *a = act_new(check_strand(strand(rank, number)), "x", NULL, 0);
  struct observed_data d = {byte, 1, NULL};
  found = 0;
  apart_access(a, &d, true);
  return a;
}

/* Who does not know that an access is over may conflict with it. */
static void test_over_elsewhere(void **unused)
{
  (void)unused;
  struct act *a = write_of(4, 0, memory);
  check_strand(strand(4, 1));
  act_complete(a, strand(4, 0), "y", NULL);
  apart_over(4, 1);
  write_of(4, 1, memory);
  assert_int_equal(found, 1);
}

static void test_other_strand(void **unused)
{
  (void)unused;
  struct act *a = write_of(1, 0, memory);
  assert_int_equal(found, 0);
  write_of(1, 1, memory + 1);
  assert_int_equal(found, 0);
  write_of(1, 1, memory);
  assert_int_equal(found, 1);
  act_complete(a, strand(1, 0), "y", NULL);
  apart_over(1, 1);
  write_of(1, 1, memory); /* which does not know that */
  assert_true(found > 0);
}

static void test_exposed(void **unused)
{
  (void)unused;
  static struct window window = {.flavor = MPI_WIN_FLAVOR_CREATE};
  static struct window_view view = {.window = &window};
  write_of(2, 0, memory);
  apart_exposed(2, &view, false);
  write_of(2, 0, memory + 1);
  assert_int_equal(found, 0);
  write_of(2, 0, memory);
  assert_int_equal(found, 1);
  apart_exposed(2, &view, true);
}

/* The history is told of what is freed; it must know of who still uses it. */
static void test_meet(void **unused)
{
  (void)unused;
  struct act *a = write_of(3, 0, memory);
  struct act *freed = act_new(check_strand(strand(3, 0)), "free", NULL, 0);
  struct record r = {.act = freed, .flags = RECORD_WRITES};
  struct viewer v = strand_viewer(act_strand(freed));
  freed->plain = true;
  found = 0;
  apart_meet(3, memory + 1, memory + 2, true);
  history_compare(memory, memory + 1, &r, &v);
  assert_int_equal(found, 0); /* it is in the log only */
  apart_meet(3, memory, memory + 2, true);
  history_compare(memory, memory + 1, &r, &v);
  assert_int_equal(found, 1);
  act_complete(a, strand(3, 0), "y", NULL);
  apart_over(3, 1);
  found = 0;
  history_compare(memory, memory + 1, &r, &v);
  assert_int_equal(found, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_few_touch),
      cmocka_unit_test(test_many_touch),
      cmocka_unit_test(test_long_log),
      cmocka_unit_test(test_other_strand),
      cmocka_unit_test(test_over_elsewhere),
      cmocka_unit_test(test_exposed),
      cmocka_unit_test(test_meet),
  };
  history_conflict = conflict;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
