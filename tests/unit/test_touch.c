/* Touches: the program touch/accesses.c does every kind of access, compiled by
 * both compilers at every level; each must be seen, with its exact bytes. What
 * is named "clang: ..." gcc does not tell, as the manual of orielcc says. */
#include "model/memory.h"
#include "model/observer.h"
#include "sim/image/image.h"
#include "sim/rank/rank.h"
#include "sim/touch/touch.h"

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

static void on_touch(struct observer *o, const struct observed_touch *t)
{
  (void)o;
  for (const char *at = t->from; at < t->to; at++)
    if (at >= window && at < window + window_size)
      seen[at - window] |= t->write ? 2 : 1;
}

static struct observer observer = {.touch = on_touch};

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
    touch_track(window, window + size, 1);
    return;
  }
  parse(expected, wanted);
  if (!strncmp(name, "clang: ", 7) && strncmp(variant, "clang", 5))
    for (size_t i = 0; i < window_size; i++)
      wanted[i] = (wanted[i] << 2) & (MAYBE_READ | MAYBE_WRITTEN);
  bool good = true;
  for (size_t i = 0; i < window_size; i++)
    good = good && agrees(wanted[i], seen[i]);
  cases++;
  if (!good) {
    printf("%s: %s: expected %s, seen", variant, name, expected);
    print_seen();
    printf("\n");
    failures++;
  }
  memset(seen, 0, sizeof seen);
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
  assert_int_equal(0, shell("%s=%s build/bin/oriel%s --check %s -o %s %s",
                            choice, compiler, wrapper, flags, path, source));
  run(path);
}

static bool has(const char *compiler)
{
  return shell("command -v %s >/dev/null", compiler) == 0;
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
  (void)state;
  failures = 0;
  for (int i = 0; flags[i]; i++) {
    try("gcc", "tests/unit/touch/accesses.c", flags[i]);
    if (has("clang")) try("clang", "tests/unit/touch/accesses.c", flags[i]);
  }
  assert_int_equal(0, failures);
  assert_true(cases > 1000);
}

static int open_all(void **state)
{
  (void)state;
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
      cmocka_unit_test(all_accesses_are_seen),
  };
  return cmocka_run_group_tests(tests, open_all, remove_all);
}
