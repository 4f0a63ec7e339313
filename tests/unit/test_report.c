/* Reports: one for each pair of places, in the order of dates, as text, JSON
 * and JUnit; what a suppression hides. The tests build on each other, since
 * there is one list of reports in a run. */
#include "model/check/report.h"
#include "model/check/suppress.h"
#include "traces/json.h"
#include "traces/reports.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static char said[8000];

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
  size_t used = strlen(said);
  va_list args;
  va_start(args, format);
  vsnprintf(said + used, sizeof said - used, format, args);
  va_end(args);
}

static const char *contents(const char *path)
{
  static char text[16000];
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  unlink(path);
  return text;
}

static void write_file(const char *path, const char *text)
{
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static const struct report conflict = {
    .rule = RULE_CONFLICT,
    .date = 2e-6,
    .headline = "conflict in window \"halo\" of rank 4, bytes [1024, 1032)",
    .sides = 2,
    .side = {{.what = "MPI_Put",
              .rank = 3,
              .place = "halo.c:88",
              .note = "epoch: fence, opened at halo.c:80",
              .state = "not yet complete"},
             {.what = "store", .rank = 4, .place = "halo.c:95, update_edge()"}},
    .advice = "Nothing orders them. MPI_Win_fence at halo.c:97 comes too late; "
              "move the store after it."};

static void test_text(void **state)
{
  (void)state;
  report_add(&conflict);
  reports_print(say);
  assert_string_equal(
      said,
      "oriel: conflict in window \"halo\" of rank 4, bytes [1024, 1032)\n"
      "  MPI_Put     by rank 3 at halo.c:88 (epoch: fence, opened at "
      "halo.c:80), not yet complete\n"
      "  store       by rank 4 at halo.c:95, update_edge()\n"
      "  Nothing orders them. MPI_Win_fence at halo.c:97 comes too late; move "
      "the store after it. [MPI-4.1 12.7]\n");
}

/* The same places are the same report, in either order; others are not. */
static void test_equal(void **state)
{
  struct report other = conflict;
  (void)state;
  assert_true(report_again(RULE_CONFLICT, "store", "halo.c:95, update_edge()",
                           "MPI_Put", "halo.c:88"));
  assert_false(report_again(RULE_CONFLICT, "load", "halo.c:95, update_edge()",
                            "MPI_Put", "halo.c:88"));
  assert_false(report_again(RULE_ACCUMULATE_OPS, "store",
                            "halo.c:95, update_edge()", "MPI_Put",
                            "halo.c:88"));
  other.side[0] = conflict.side[1];
  other.side[1] = conflict.side[0];
  report_add(&other);
  assert_int_equal(report_totals().errors, 1);
  assert_non_null(strstr(report_text(&conflict), "[1024, 1032)\n"));
  said[0] = 0;
  reports_print(say);
  assert_non_null(strstr(said, "[1024, 1032) (3 times)\n"));
}

/* The section is the one that the text names. */
static void test_section(void **state)
{
  char section[32];
  struct report one = conflict;
  (void)state;
  snprintf(one.advice, sizeof one.advice, "Wait.");
  assert_true(report_section(&one, section, sizeof section));
  assert_string_equal(section, "MPI-4.1 12.7");
  snprintf(one.advice, sizeof one.advice, "Detach it. [MPI-4.1 3.6]");
  assert_true(report_section(&one, section, sizeof section));
  assert_string_equal(section, "MPI-4.1 3.6");
  one.rule = RULE_ERROR;
  snprintf(one.advice, sizeof one.advice, "Wait.");
  assert_false(report_section(&one, section, sizeof section));
}

/* A report that turns out to be of another rule is that, at its own date. */
static void test_turn(void **state)
{
  struct report odd = conflict;
  (void)state;
  odd.side[0].place = "turned.c:1";
  odd.count = 0;
  struct report *first = report_add(&odd), *equal;
  assert_true(report_turn(first, RULE_PORTABILITY));
  assert_memory_equal(first->headline, "portability in window \"halo\"", 28);
  assert_int_equal(report_totals().errors, 1);
  assert_int_equal(report_totals().warnings, 1);
  equal = report_add(&odd);
  assert_ptr_not_equal(equal, first);
  report_add(&odd);
  assert_false(report_turn(equal, RULE_PORTABILITY));
  assert_int_equal(first->count, 3);
  assert_int_equal(report_totals().warnings, 1);
  report_drop(first);
  assert_int_equal(report_totals().errors, 1);
  assert_int_equal(report_totals().warnings, 0);
  assert_int_equal(report_totals().suppressed, 0);
}

static void say_rescued(const struct report *r)
{
  say("%s", report_text(r));
}

/* Neither a report nor its text takes memory, which may be damaged. */
static void test_rescued(void **state)
{
  (void)state;
  said[0] = 0;
  size_t before = mallinfo2().uordblks;
  report_each_rescued(say_rescued);
  assert_int_equal(mallinfo2().uordblks, before);
  assert_non_null(strstr(said, "[1024, 1032) (3 times)\n  MPI_Put"));
}

static void test_order(void **state)
{
  struct report leak = {.rule = RULE_LEAK,
                        .date = 1e-6,
                        .headline = "window is never freed by rank 0",
                        .sides = 1,
                        .side = {{.what = "MPI_Win_allocate_shared",
                                  .rank = 0,
                                  .strand = 2,
                                  .place = "a&b.c:3"}}};
  struct report told = {.rule = RULE_EPOCH,
                        .date = 3e-6,
                        .headline = "rank 1 at c.c:9: MPI_Put <...>",
                        .sides = 1,
                        .side = {{.what = "MPI_Put", .place = "c.c:9"}},
                        .plain = true,
                        .told = true};
  (void)state;
  report_add(&told);
  report_add(&leak);
  said[0] = 0;
  reports_print(say);
  assert_int_equal(
      strncmp(said,
              "oriel: window is never freed by rank 0 [MPI-4.1 11.2.2]\n"
              "  MPI_Win_allocate_shared by rank 0, thread 2, at a&b.c:3\n"
              "oriel: conflict",
              strlen("oriel: window is never freed by rank 0 [MPI-4.1 "
                     "11.2.2]\n  MPI_Win_allocate_shared by rank 0, thread 2, "
                     "at a&b.c:3\noriel: conflict")),
      0);
  assert_null(strstr(said, "c.c:9"));
  assert_int_equal(report_totals().errors, 2);
  assert_int_equal(report_totals().warnings, 1);
}

static void test_json(void **state)
{
  struct json j;
  (void)state;
  assert_int_equal(json_open(&j, "report_test.json"), 0);
  reports_json(&j);
  assert_int_equal(json_close(&j), 0);
  const char *text = contents("report_test.json");
  static const char first[] = "{\n  \"reports\": [\n    {\n"
                              "      \"rule\": \"leak\",\n"
                              "      \"severity\": \"warning\",\n"
                              "      \"count\": 1,\n";
  assert_int_equal(strncmp(text, first, strlen(first)), 0);
  assert_non_null(
      strstr(text, "      \"sides\": [\n"
                   "        {\n"
                   "          \"what\": \"MPI_Put\",\n"
                   "          \"rank\": 3,\n"
                   "          \"place\": \"halo.c:88\",\n"
                   "          \"note\": \"epoch: fence, opened at halo.c:80\","
                   "\n          \"state\": \"not yet complete\"\n"
                   "        },\n"));
  assert_non_null(strstr(text, "MPI_Put <...>")); /* what was told, too */
  assert_non_null(strstr(text, "  ],\n  \"suppressed\": 0\n}\n"));
}

static void test_junit(void **state)
{
  struct junit run = {.program = "halo", .failed = "exit code 3", .time = 0.5};
  char why[200];
  (void)state;
  assert_int_equal(reports_junit("report_test.xml", &run, why, sizeof why), 0);
  const char *text = contents("report_test.xml");
  /* Of the rules 13 have no report; two reports are failures. */
  assert_non_null(strstr(text, "<testsuite name=\"oriel halo\" tests=\"17\" "
                               "failures=\"3\" errors=\"0\" "
                               "time=\"0.500000000\">\n"));
  assert_non_null(strstr(text, "  <testcase classname=\"halo\" "
                               "name=\"range\"/>\n"));
  assert_non_null(strstr(text, "name=\"conflict halo.c:88 halo.c:95, "
                               "update_edge()\">\n    <failure "
                               "type=\"conflict\" message=\"conflict in window "
                               "&quot;halo&quot; of rank 4"));
  assert_non_null(strstr(text, "name=\"leak a&amp;b.c:3\">\n    <system-out>"));
  assert_non_null(strstr(text, "MPI_Put &lt;...&gt;"));
  assert_non_null(
      strstr(text, "<failure type=\"exit\" message=\"exit code 3\""));
  run.warnings = true;
  assert_int_equal(reports_junit("report_test.xml", &run, why, sizeof why), 0);
  assert_non_null(strstr(contents("report_test.xml"), "failures=\"4\""));
  assert_int_equal(reports_junit("no/x.xml", &run, why, sizeof why), -1);
  assert_string_equal(why,
                      "no/x.xml: cannot be written: No such file or directory");
}

static void test_suppressions(void **state)
{
  char why[300];
  (void)state;
  write_file("report_test.sup", "# known\n\n"
                                "leak *.c:*   # harmless\n"
                                " conflict halo.c:95 halo.c:88\n"
                                "conflict halo.c:88 halo.c:96\n"
                                "epoch d.c:*\n");
  assert_int_equal(suppress_load("report_test.sup", why, sizeof why), 0);
  said[0] = 0;
  reports_print(say);
  assert_string_equal(
      said, "oriel: report_test.sup:5: the suppression \"conflict halo.c:88 "
            "halo.c:96\" hid nothing\n"
            "oriel: report_test.sup:6: the suppression \"epoch d.c:*\" hid "
            "nothing\n");
  assert_int_equal(report_totals().errors, 1);
  assert_int_equal(report_totals().suppressed, 2);
}

/* Names of files and functions with a comma, and long ones. */
static void test_suppressed_places(void **state)
{
  static char name[280], text[1200], why[300];
  static const char *const places[] = {"a,b.c:7", "a,b.c:8, odd<1, 2>()",
                                       "a:1, b.c:9, f()", "b.c+0x1f", name};
  struct report odd = {.rule = RULE_LEAK, .sides = 1};
  (void)state;
  memset(name, 'n', 253);
  strcat(name, ".c:12345");
  snprintf(text, sizeof text,
           "leak a,b.c:7\nleak a,b.c:8\nleak a:1,?b.c:9\nleak %s\n", name);
  write_file("report_test.sup", text);
  assert_int_equal(suppress_load("report_test.sup", why, sizeof why), 0);
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    odd.side[0] = (struct report_side){.what = "MPI_Comm_dup"};
    odd.side[0].place = places[i];
    assert_int_equal(suppress_hides(&odd), i != 3);
  }
}

static void refused(const char *line, const char *reason)
{
  char why[300], text[200];
  snprintf(text, sizeof text, "# one\n%s\n", line);
  write_file("report_test.sup", text);
  assert_int_equal(suppress_load("report_test.sup", why, sizeof why), -1);
  assert_string_equal(why, reason);
}

static void test_bad_suppressions(void **state)
{
  char why[300];
  (void)state;
  refused("leek a.c:1",
          "report_test.sup:2: \"leek\" is no rule; there are conflict, "
          "accumulate-ops, epoch, assert, flush-self, pending, leak, buffer, "
          "window-memory, range, signature, collective, truncation, deadlock, "
          "portability, error");
  refused("leak", "report_test.sup:2: \"leak\" is followed by no place, as "
                  "halo.c:88");
  refused("leak a.c:1 b.c:2 c.c:3", "report_test.sup:2: \"leak\" is followed "
                                    "by more than two places");
  refused("leak a.c", "report_test.sup:2: \"leak\" is followed by a place "
                      "without a line, which is halo.c:88, halo.c:* or *");
  refused("leak a.c:1\rleak b.c:2",
          "report_test.sup:2: a carriage return within a line; save it with "
          "newlines");
  FILE *file = fopen("report_test.sup", "w");
  fwrite("leak a.c:1\r\nleak\0 b.c:2", 1, 23, file);
  fclose(file);
  assert_int_equal(suppress_load("report_test.sup", why, sizeof why), -1);
  assert_string_equal(why, "report_test.sup:2: a byte 0 within a line");
  unlink("report_test.sup");
  assert_int_equal(suppress_load("report_test.sup", why, sizeof why), -1);
  assert_string_equal(
      why, "report_test.sup: cannot be read: No such file or directory");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_text),
      cmocka_unit_test(test_equal),
      cmocka_unit_test(test_section),
      cmocka_unit_test(test_turn),
      cmocka_unit_test(test_rescued),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_json),
      cmocka_unit_test(test_junit),
      cmocka_unit_test(test_suppressions),
      cmocka_unit_test(test_suppressed_places),
      cmocka_unit_test(test_bad_suppressions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
