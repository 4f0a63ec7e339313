/* Touches: runs, what is tracked, what atomics order. And the programs
 * touch/accesses.c and touch/library.c do every kind of access, compiled by
 * both compilers at every level; each must be seen, with its exact bytes. What
 * is named "clang: ..." gcc does not tell, as the manual of orielcc says. */
#include "model/memory.h"
#include "model/observer.h"
#include "sim/image/image.h"
#include "sim/image/libc.h"
#include "sim/rank/rank.h"
#include "sim/touch/touch.h"
#include "sim/where/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As orielrun has it: the room for the program's thread-locals. */
__thread char reserve[8192] __attribute__((aligned(64), used));

static const char *variant; /* "gcc -O2" */
static int failures, cases;

/* --- what is seen --- */

enum { SIZE = 1 << 16 };
static char *window;
static size_t window_size;
static unsigned char seen[SIZE]; /* 1 read, 2 written */
static bool plain;               /* some of it not atomically */
static char told[4096];          /* the events, in words, from `window` on */

static void tell(const char *format, ...)
{
  size_t n = strlen(told);
  va_list args;
  va_start(args, format);
  vsnprintf(told + n, sizeof told - n, format, args);
  va_end(args);
}

static void on_touch(struct observer *o, const struct observed_touch *t)
{
  (void)o;
  plain = plain || !t->atomic;
  tell("%s%c%d-%d%s%s ", t->atomic ? "a" : "", t->write ? 'w' : 'r',
       (int)(t->from - window), (int)(t->to - window), t->again ? "*" : "",
       t->repeated ? "+" : "");
  for (const char *at = t->from; at < t->to; at++)
    if (at >= window && at < window + window_size)
      seen[at - window] |= t->write ? 2 : 1;
}

static bool is_of_window(const char *at)
{
  return at >= window && at < window + window_size;
}

/* Carriers elsewhere are those of fences. */
static void on_order(struct observer *o, const struct observed_order *e)
{
  static const char *const kinds[] = {
      [OBSERVED_RELEASE] = "release", [OBSERVED_ACQUIRE] = "acquire",
      [OBSERVED_REPLACE] = "replace", [OBSERVED_PASS] = "pass",
      [OBSERVED_FORGET] = "forget",   [OBSERVED_GO_ON] = "go_on"};
  (void)o;
  const char *at = e->carrier.object;
  tell("%s", kinds[e->kind]);
  if (e->kind == OBSERVED_PASS && is_of_window(e->of))
    tell("%d", (int)((const char *)e->of - window));
  else if (is_of_window(at))
    tell("%d", (int)(at - window));
  tell(" ");
}

static void on_error(struct observer *o, const struct observed_error *e)
{
  (void)o;
  tell("%s ", e->sentence);
}

static struct observer observer = {
    .touch = on_touch, .order = on_order, .error = on_error};

/* --- what is expected --- */

enum { READ = 1, WRITTEN = 2, MAYBE_READ = 4, MAYBE_WRITTEN = 8 };

/* "r0-4 w8-12 (w0-16)" */
static void parse(const char *text, unsigned char *expected)
{
  bool maybe = false;
  memset(expected, 0, window_size);
  while (*text) {
    unsigned from, to;
    if (*text == '(') maybe = true, text++;
    unsigned bit = *text == 'r' ? READ : WRITTEN;
    int n = 0;
    assert_int_equal(2, sscanf(text + 1, "%u-%u%n", &from, &to, &n));
    for (unsigned i = from; i < to; i++)
      expected[i] |= maybe ? bit << 2 : bit;
    text += 1 + n;
    while (*text == ' ' || *text == ')')
      text++;
  }
}

/* Reads of what is also written may be left out by the compiler. */
static bool agrees(unsigned e, unsigned s)
{
  bool may_write = e & (WRITTEN | MAYBE_WRITTEN);
  if (e & WRITTEN && !(s & WRITTEN)) return false;
  if (e & READ && !s) return false;
  if (s & WRITTEN && !may_write) return false;
  return !(s & READ) || may_write || e & (READ | MAYBE_READ);
}

static void print_seen(void)
{
  for (size_t i = 0; i < window_size;) {
    size_t from = i;
    while (i < window_size && seen[i] == seen[from])
      i++;
    if (seen[from])
      printf(" %s%s%zu-%zu", seen[from] & 1 ? "r" : "",
             seen[from] & 2 ? "w" : "", from, i);
  }
}

/* Called by the program. */
static void from_program(void *memory, size_t size, const char *name,
                         const char *expected)
{
  static unsigned char wanted[SIZE];
  observers_tell_withheld();
  if (!name) {
    assert_true(size <= SIZE);
    window = memory;
    window_size = size;
    memset(seen, 0, sizeof seen);
    *told = 0;
    touch_track(window, window + size, 1);
    return;
  }
  parse(expected, wanted);
  if (!strncmp(name, "clang: ", 7) && strncmp(variant, "clang", 5))
    for (size_t i = 0; i < window_size; i++)
      wanted[i] = (wanted[i] << 2 | wanted[i]) & (MAYBE_READ | MAYBE_WRITTEN);
  bool good = true;
  for (size_t i = 0; i < window_size; i++)
    good = good && agrees(wanted[i], seen[i]);
  if (strstr(name, "atomic") || strstr(name, "_Atomic") ||
      !strncmp(name, "comparison", 10))
    good = good && !plain;
  cases++;
  if (!good) {
    printf("%s: %s: expected %s, seen", variant, name, expected);
    print_seen();
    printf("\n");
    failures++;
  }
  memset(seen, 0, sizeof seen);
  plain = false;
  *told = 0;
}

/* --- running it --- */

static char folder[] = "/tmp/oriel-test-XXXXXX";

static int shell(const char *format, ...)
{
  char command[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(command, sizeof command, format, args);
  va_end(args);
  return system(command);
}

static void run(const char *path)
{
  static struct rank rank;
  char why[512] = "", argument[32];
  struct image_template *t = NULL;
  if (image_open(path, &t, why, sizeof why)) fail_msg("%s", why);
  image_plan(t, 1);
  rank = (struct rank){.id = 0};
  rank.strand = &rank.main;
  rank.main.rank = &rank;
  self = &rank;
  rank.image = image_new(t);
  snprintf(argument, sizeof argument, "%p", (void *)from_program);
  char *argv[] = {(char *)path, argument, NULL}, *envp[] = {NULL};
  assert_int_equal(0, image_run(&rank, 2, argv, envp));
  self = NULL;
  touch_track(window, window + window_size, -1);
}

static void try(const char *compiler, const char *source, const char *flags)
{
  static int number;
  char path[64], name[64];
  snprintf(path, sizeof path, "%s/p%d", folder, number++);
  snprintf(name, sizeof name, "%s %s", compiler, flags);
  variant = name;
  const char *wrapper = strstr(source, ".cc") ? "++" : "cc";
  const char *choice = strstr(source, ".cc") ? "ORIEL_CXX" : "ORIEL_CC";
  const char *bin = getenv("BIN") ? getenv("BIN") : "build/bin";
  assert_int_equal(0, shell("%s=%s %s/oriel%s --check %s -o %s %s -lm", choice,
                            compiler, bin, wrapper, flags, path, source));
  run(path);
}

static bool has(const char *compiler)
{
  return shell("command -v %s >/dev/null", compiler) == 0;
}

static void accesses_of_cxx_are_seen(void **state)
{
  static const char *const flags[] = {"-O0", "-O2", "-O3", "-O2 -std=c++20",
                                      NULL};
  (void)state;
  failures = 0;
  for (int i = 0; flags[i]; i++) {
    try("g++", "tests/unit/touch/accesses.cc", flags[i]);
    if (has("clang++"))
      try("clang++", "tests/unit/touch/accesses.cc", flags[i]);
  }
  assert_int_equal(0, failures);
}

static void all_accesses_are_seen(void **state)
{
  static const char *const flags[] = {"-O0",
                                      "-O1",
                                      "-O2",
                                      "-O3",
                                      "-Os",
                                      "-O3 -march=x86-64-v3",
                                      "-O2 -D_FORTIFY_SOURCE=2",
                                      "-O2 -flto",
                                      NULL};
  static const char *const sources[] = {"tests/unit/touch/accesses.c",
                                        "tests/unit/touch/library.c", NULL};
  (void)state;
  failures = 0;
  for (int i = 0; flags[i]; i++) {
    for (int k = 0; sources[k]; k++) {
      try("gcc", sources[k], flags[i]);
      if (has("clang")) try("clang", sources[k], flags[i]);
    }
  }
  assert_int_equal(0, failures);
  assert_true(cases > 1000);
}

/* --- by hand --- */

enum { PAGE = 4096 };
static char pages[4 * PAGE] __attribute__((aligned(PAGE)));
static struct rank rank_by_hand;

static void *bound(const char *name)
{
  void *f = libc_function(name, true);
  assert_non_null(f);
  return f;
}

#define CALL(name, ...)                                                        \
  ((void (*)())bound("__tsan_" #name))(pages + __VA_ARGS__)

/* Everything until now, and nothing else. */
static void expect(const char *expected)
{
  observers_tell_withheld();
  assert_string_equal(expected, told);
  *told = 0;
}

static int begin(void **state)
{
  (void)state;
  rank_by_hand = (struct rank){.id = 0};
  rank_by_hand.strand = &rank_by_hand.main;
  rank_by_hand.main.rank = &rank_by_hand;
  self = &rank_by_hand;
  window = pages;
  window_size = sizeof pages;
  *told = 0;
  return 0;
}

static int end(void **state)
{
  (void)state;
  self = NULL;
  return 0;
}

static void runs_grow_at_both_ends(void **state)
{
  (void)state;
  touch_track(pages, pages + PAGE, 1);
  for (int i = 0; i < 10; i++)
    CALL(write4, 4 * i);
  for (int i = 0; i < 10; i++)
    CALL(read2, 100 - 2 * i);
  for (int i = 0; i < 3; i++)
    CALL(read8, 200);
  expect("w0-40 r82-102 r200-208* ");
  /* Two places in turn, and one that jumps. */
  for (int i = 0; i < 4; i++) {
    CALL(read4, 4 * i);
    CALL(write4, 100 + 4 * i);
  }
  for (int i = 0; i < 3; i++)
    CALL(write1, 300 + 10 * i);
  expect("r0-16 w100-116 w300-301 w310-311 w320-321 ");
  touch_track(pages, pages + PAGE, -1);
}

/* What was accessed within a run, or goes on at its end, across pages and the
 * end of what is tracked. */
static void runs_go_on(void **state)
{
  (void)state;
  touch_track(pages, pages + 2 * PAGE + 10, 1);
  for (int i = 0; i < 2 * PAGE + 24; i += 8)
    CALL(write8, i);
  for (int k = 0; k < 2; k++)
    for (int i = 2 * PAGE - 8; i > 0; i -= 8)
      CALL(read8, i);
  expect("w0-8208 r8-8192 ");
  for (int i = 0; i < 5; i++) {
    CALL(write4, 8);
    if (i == 3) OBSERVE(error, .sentence = "error");
  }
  CALL(read4, 2 * PAGE);
  CALL(write4, 2 * PAGE + 12);
  expect("w8-12* error w8-12 r8192-8196 ");
  touch_track(pages, pages + 2 * PAGE + 10, -1);
}

/* Of a place that jumps to and fro some runs are told, then what else it
 * accesses, once: neighbours together, across pages. */
static void scattered_bytes_are_marked(void **state)
{
  (void)state;
  touch_track(pages, pages + 2 * PAGE, 1);
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 100; i++)
      CALL(read4, PAGE - 300 + 4 * (i * 7 % 100));
  expect("r3796-3800 r3824-3828 r3852-3856 r3880-3884 r3908-3912 r3936-3940 "
         "r3964-3968 r3992-3996 r4020-4024 r3796-4196+ ");
  for (int i = 0; i < 14; i++) {
    CALL(write1, 100 * i + 60 * (i % 2));
    if (i >= 12) CALL(read1, 2 * i); /* another place */
  }
  CALL(write1, 1500);
  expect("w0-1 w160-161 w200-201 w360-361 w400-401 w560-561 w600-601 w760-761 "
         "w800-801 w960-961 w1000-1001 w1160-1161 w1200-1201 w1360-1361 "
         "r24-25 r26-27 w1500-1501 ");
  touch_track(pages, pages + 2 * PAGE, -1);
}

/* Some places that jump, come back, and go across lines, as a seed has it. */
static void accesses_of_seed(unsigned seed)
{
  for (int i = 0; i < 150; i++) {
    int r = rand_r(&seed), few = r / 8 % 4, line = 64 * (r / 32 % 100);
    switch (r % 8) {
    case 0:
      CALL(read4, line + 16 * few);
      break;
    case 1:
      CALL(read4, 600 * few);
      break;
    case 2:
      CALL(write8, 4000 + line / 16);
      break;
    case 3:
      CALL(unaligned_write8, 56 + 64 * few + r / 4096 % 9);
      break;
    default:
      CALL(read8, (r % 2 ? 128 : 1024 * few));
      CALL(write4, 4 * few + 64 * (r % 3));
    }
  }
}

/* Where threads share all memory marks are found by a shorter way. */
static void threads_find_the_same_marks(void **state)
{
  char alone[sizeof told];
  (void)state;
  touch_track(pages, pages + 4 * PAGE, 1);
  for (unsigned seed = 0; seed < 300; seed++) {
    accesses_of_seed(seed);
    observers_tell_withheld();
    strcpy(alone, told);
    *told = 0;
    rank_shares = true;
    accesses_of_seed(seed);
    expect(alone);
    rank_shares = false;
    assert_true(strlen(alone) > 400 && strlen(alone) < sizeof told - 1);
  }
  touch_track(pages, pages + 4 * PAGE, -1);
}

static void runs_come_before_other_events(void **state)
{
  (void)state;
  touch_track(pages, pages + PAGE, 1);
  for (int i = 0; i < 3; i++) {
    CALL(write4, 4 * i);
    if (i == 1) OBSERVE(error, .sentence = "error");
  }
  expect("w0-8 error w8-12 ");
  /* More than there is room for. */
  for (int i = 0; i < 5000; i++) {
    CALL(write_range, 66 * (i % 60), 65);
    if (i == 4095) assert_string_equal("", told);
    if (i == 4096) assert_true(strlen(told) > 4000);
  }
  observers_tell_withheld();
  touch_track(pages, pages + PAGE, -1);
}

static void only_tracked_bytes_are_told(void **state)
{
  (void)state;
  CALL(write4, 0);
  expect("");
  touch_track(pages + 100, pages + 104, 1);
  CALL(write4, 96);
  CALL(write4, 104);
  CALL(write8, 97);
  expect("w97-105 ");
  /* Across pages, seen from either. */
  touch_track(pages + PAGE, pages + 2 * PAGE + 10, 1);
  CALL(unaligned_write8, PAGE - 3);
  CALL(unaligned_write8, 2 * PAGE + 9);
  CALL(write_range, PAGE - 500, 500);
  CALL(write_range, PAGE - 500, 501);
  CALL(write_range, 0, 3 * PAGE);
  expect("w4093-4101 w8201-8209 w3596-4097 w0-12288 ");
  touch_track(pages + PAGE, pages + 2 * PAGE + 10, -1);
  CALL(write_range, PAGE, 2 * PAGE);
  CALL(write4, 100);
  expect("w100-104 ");
  touch_track(pages + 100, pages + 104, -1);
  CALL(write4, 100);
  expect("");
}

static void reasons_are_counted(void **state)
{
  (void)state;
  for (int i = 0; i < 300; i++) {
    touch_track(pages, pages + PAGE, 1);
    touch_track(pages + PAGE, pages + PAGE + 8, 1);
  }
  for (int i = 0; i < 300; i++) {
    CALL(write4, PAGE - 4);
    CALL(write4, PAGE + 4);
    expect("w4092-4096 w4100-4104 ");
    touch_track(pages, pages + PAGE, -1);
    touch_track(pages + PAGE, pages + PAGE + 8, -1);
  }
  CALL(write4, PAGE - 4);
  CALL(write4, PAGE + 4);
  expect("");
}

static void operators_are_not_told(void **state)
{
  (void)state;
  touch_track(pages, pages + PAGE, 1);
  observers_operator_runs = true;
  CALL(write4, 0);
  observers_operator_runs = false;
  CALL(write4, 8);
  self = NULL; /* the simulator's own */
  CALL(write4, 16);
  self = &rank_by_hand;
  expect("w8-12 ");
  touch_track(pages, pages + PAGE, -1);
}

static void atomics_order(void **state)
{
  (void)state;
  touch_track(pages, pages + 64, 1);
  CALL(atomic32_store, 0, 1, __ATOMIC_RELAXED);
  CALL(atomic32_store, 4, 1, __ATOMIC_RELEASE);
  CALL(atomic32_load, 8, __ATOMIC_RELAXED);
  CALL(atomic32_load, 12, __ATOMIC_ACQUIRE);
  expect("aw0-4 go_on0 aw4-8 replace4 ar8-12 pass8 ar12-16 acquire12 ");
  CALL(atomic64_fetch_add, 16, (long)1, __ATOMIC_RELAXED);
  CALL(atomic64_fetch_add, 24, (long)1, __ATOMIC_ACQ_REL);
  expect("aw16-24 pass16 aw24-32 release24 acquire24 ");
  int old = 7;
  CALL(atomic32_compare_exchange_strong, 32, &old, 1, __ATOMIC_SEQ_CST,
       __ATOMIC_RELAXED);
  CALL(atomic32_compare_exchange_strong, 32, &old, 1, __ATOMIC_SEQ_CST,
       __ATOMIC_RELAXED);
  expect("ar32-36 pass32 aw32-36 release32 acquire32 ");
  /* Memory that is not tracked orders, too. */
  CALL(atomic8_store, PAGE, 1, __ATOMIC_SEQ_CST);
  expect("replace4096 ");
  /* What relaxed loads have seen, an acquire fence takes; behind a release
   * fence, relaxed stores release. */
  CALL(atomic32_load, 40, __ATOMIC_RELAXED);
  ((void (*)(int))bound("__tsan_atomic_thread_fence"))(__ATOMIC_ACQ_REL);
  CALL(atomic32_store, 44, 1, __ATOMIC_RELAXED);
  expect("ar40-44 pass40 acquire replace aw44-48 go_on44 pass44 ");
  touch_track(pages, pages + 64, -1);
}

/* As a loop does: the same places again and again. */
static void waiting_tells_nothing_more(void **state)
{
  (void)state;
  touch_track(pages, pages + 64, 1);
  for (int i = 0; i < 50; i++) {
    CALL(atomic32_load, 0, __ATOMIC_ACQUIRE);
    CALL(atomic32_load, 4, __ATOMIC_ACQUIRE);
    CALL(atomic32_exchange, 8, 1, __ATOMIC_ACQ_REL);
  }
  expect("ar0-4 acquire0 ar4-8 acquire4 aw8-12 release8 acquire8 ");
  for (int i = 0; i < 2; i++) {
    CALL(atomic32_load, 0, __ATOMIC_ACQUIRE);
    OBSERVE(error, .sentence = "error"); /* something has happened */
  }
  expect("ar0-4 acquire0 error ar0-4 acquire0 error ");
  touch_track(pages, pages + 64, -1);
}

static int open_all(void **state)
{
  (void)state;
  where_memory_open();
  observer_add(&observer);
  return !mkdtemp(folder) || touch_open();
}

static int remove_all(void **state)
{
  (void)state;
  return shell("rm -r %s", folder);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(runs_grow_at_both_ends, begin, end),
      cmocka_unit_test_setup_teardown(runs_go_on, begin, end),
      cmocka_unit_test_setup_teardown(scattered_bytes_are_marked, begin, end),
      cmocka_unit_test_setup_teardown(threads_find_the_same_marks, begin, end),
      cmocka_unit_test_setup_teardown(runs_come_before_other_events, begin,
                                      end),
      cmocka_unit_test_setup_teardown(only_tracked_bytes_are_told, begin, end),
      cmocka_unit_test_setup_teardown(reasons_are_counted, begin, end),
      cmocka_unit_test_setup_teardown(operators_are_not_told, begin, end),
      cmocka_unit_test_setup_teardown(atomics_order, begin, end),
      cmocka_unit_test_setup_teardown(waiting_tells_nothing_more, begin, end),
      cmocka_unit_test(all_accesses_are_seen),
      cmocka_unit_test(accesses_of_cxx_are_seen),
  };
  return cmocka_run_group_tests(tests, open_all, remove_all);
}
