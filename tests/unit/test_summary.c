/* The summary and its JSON: sums, order, exact doubles, nothing half-written.
 */
#include "model/observer.h"
#include "traces/json.h"
#include "traces/summary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static char said[4000];

static void say(const char *format, ...)
{
  size_t used = strlen(said);
  va_list args;
  va_start(args, format);
  vsnprintf(said + used, sizeof said - used, format, args);
  va_end(args);
}

static char *contents(const char *path)
{
  static char text[8000];
  FILE *file = fopen(path, "r");
  size_t n;
  assert_non_null(file);
  n = fread(text, 1, sizeof text - 1, file);
  text[n] = 0;
  fclose(file);
  return text;
}

static void call(int function, const char *name, double entered, double left,
                 int error)
{
  OBSERVE(call, .function = function, .name = name, .entered = entered);
  OBSERVE(call, .function = function, .name = name, .entered = entered,
          .returns = true, .left = left, .error = error);
}

static const struct summary_run run = {.version = "1",
                                       .platform = "pair.xml",
                                       .ranks = 2,
                                       .hosts = 2,
                                       .time = 0.1,
                                       .exit_code = 3};

static void test_nobody_listens(void **state)
{
  (void)state;
  assert_false(observers_hear.call);
  call(1, "MPI_Early", 0, 1, 0); /* not counted */
  assert_true(spent(TERM_POLL, 2.5) == 2.5);
}

static void test_sums(void **state)
{
  const char *put, *get;
  (void)state;
  summary_open();
  call(200, "MPI_Put", 0, 0.25, 0);
  call(200, "MPI_Put", 1, 1.25, 0);
  call(100, "MPI_Get", 0, 2, 9);
  call(101, "MPI_Init", 1, 1, 0);
  call(102, "MPI_Comm_rank", 1, 1, 0);
  OBSERVE(operation, .kind = OBSERVED_PUT, .bytes = 8);
  OBSERVE(message, .bytes = 100);
  assert_true(spent(TERM_CLOCK, 0.5) == 0.5);
  spent(TERM_CLOCK, 0.5);
  summary_print(&run, say);
  assert_non_null(strstr(said, "0.100000000 s simulated, 2 ranks on 2 hosts"));
  put = strstr(said, "MPI_Put");
  get = strstr(said, "MPI_Get");
  assert_true(get < put); /* more time first */
  assert_null(strstr(said, "MPI_Early"));
  assert_null(strstr(said, "MPI_Init"));
  assert_non_null(
      strstr(said, "  2 functions without time                    2\n"));
  assert_non_null(strstr(put, "2      0.500000000      0.250000000"));
  assert_non_null(strstr(said, "\n  clock "));
  assert_true(strtod(strstr(said, "\n  clock ") + 8, NULL) == 1);
  assert_non_null(
      strstr(said, "errors returned                             1\n"));
  assert_null(strstr(said, "memory"));
}

static void test_json(void **state)
{
  char why[200];
  const char *text;
  (void)state;
  assert_int_equal(summary_json("summary_test.json", &run, why, sizeof why), 0);
  text = contents("summary_test.json");
  assert_non_null(strstr(text, "\"time\": 0.10000000000000001,\n"));
  assert_non_null(strstr(text, "\"put\": {\n      \"count\": 1,\n"
                               "      \"bytes\": 8\n    },\n"));
  assert_non_null(strstr(text, "\"settings\": {},\n"));
  assert_null(strstr(text, "\"host\""));
  assert_int_not_equal(access("summary_test.json.part", F_OK), 0);
  unlink("summary_test.json");
}

/* Figures of the host, and operations/s from what was observed: 2 here. */
static void test_host(void **state)
{
  struct summary_host host = {.wall = 0.5,
                              .start_up = 0.25,
                              .cpu = 0.75,
                              .peak_memory = 12500000,
                              .events = 300,
                              .dates = 30,
                              .flows = 7,
                              .switches = 20,
                              .parks = 18,
                              .wakes = 17,
                              .image_switches = 15,
                              .copies = 25,
                              .bytes_copied = 1000};
  struct summary_run with = run;
  char why[200];
  const char *text;
  (void)state;
  with.host = &host;
  said[0] = 0;
  summary_print(&with, say);
  assert_non_null(strstr(said,
                         "  simulated in 0.500 s (0.250 s before the "
                         "first rank) with 12.5 MB of memory\n"
                         "  4 operations/s, 600 events/s\n"
                         "  300 events at 30 dates, 7 flows, 20 switches, "
                         "18 parks, 1000 bytes copied in 25 pieces\n"));
  assert_int_equal(summary_json("host_test.json", &with, why, sizeof why), 0);
  text = contents("host_test.json");
  assert_non_null(strstr(
      text, "  \"host\": {\n    \"wall\": 0.5,\n    \"start_up\": 0.25,\n"
            "    \"cpu\": 0.75,\n    \"peak_memory\": 12500000,\n"
            "    \"operations_per_second\": 4,\n"
            "    \"events_per_second\": 600,\n    \"events\": 300,\n"
            "    \"dates\": 30,\n"
            "    \"flows\": 7,\n    \"switches\": 20,\n    \"parks\": 18,\n"
            "    \"wakes\": 17,\n    \"image_switches\": 15,\n"
            "    \"copies\": 25,\n"
            "    \"bytes_copied\": 1000\n  }"));
  unlink("host_test.json");
}

static void test_json_refused(void **state)
{
  char why[200];
  (void)state;
  assert_int_equal(summary_json("no/such/folder.json", &run, why, sizeof why),
                   -1);
  assert_string_equal(
      why, "no/such/folder.json: cannot be written: No such file or directory");
}

static void test_json_checked(void **state)
{
  char why[200];
  (void)state;
  assert_int_equal(whole_check(".", why, sizeof why), -1);
  assert_string_equal(why, ".: cannot be written: Is a directory");
  assert_int_equal(whole_check("/dev/null", why, sizeof why), 0);
  assert_int_equal(summary_json("/dev/full", &run, why, sizeof why), -1);
  assert_string_equal(why,
                      "/dev/full: cannot be written: No space left on device");
  assert_int_equal(whole_check("no/folder", why, sizeof why), -1);
  assert_int_equal(whole_check("check_test.json", why, sizeof why), 0);
  assert_int_not_equal(access("check_test.json", F_OK), 0);
  assert_int_not_equal(access("check_test.json.part", F_OK), 0);
}

static void test_json_text(void **state)
{
  struct json j;
  (void)state;
  assert_int_equal(json_open(&j, "text_test.json"), 0);
  json_string(&j, "a\"b", "line\n\\");
  json_number(&j, "none", 1.0 / 0.0);
  assert_int_equal(json_close(&j), 0);
  assert_string_equal(contents("text_test.json"),
                      "{\n  \"a\\\"b\": \"line\\u000a\\\\\",\n"
                      "  \"none\": null\n}\n");
  unlink("text_test.json");
}

/* What Unicode's table 3-7 allows stays; each other byte becomes U+FFFD. */
static void test_json_bytes(void **state)
{
  static const struct {
    const char *given, *written;
  } rows[] = {
#define BAD "\xef\xbf\xbd"
      {"h\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80",
       "h\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"},
      {"\xff\x80x", BAD BAD "x"},
      {"\xc0\x80", BAD BAD},
      {"\xe2\x82", BAD BAD},
      {"\xe2\"", BAD "\\\""},
      {"\xed\xa0\x80", BAD BAD BAD},
      {"\xf4\x90\x80\x80", BAD BAD BAD BAD},
      {"\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf",
       "\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct json j;
    char expected[100];
    assert_int_equal(json_open(&j, "bytes_test.json"), 0);
    json_string(&j, "t", rows[i].given);
    assert_int_equal(json_close(&j), 0);
    snprintf(expected, sizeof expected, "{\n  \"t\": \"%s\"\n}\n",
             rows[i].written);
    assert_string_equal(contents("bytes_test.json"), expected);
  }
  unlink("bytes_test.json");
}

/* A link stays one, and what it leads to is replaced. */
static void test_whole_link(void **state)
{
  struct whole_file f;
  struct stat about;
  (void)state;
  unlink("whole_link");
  fclose(fopen("whole_test", "w"));
  assert_int_equal(symlink("whole_test", "whole_link"), 0);
  assert_int_equal(whole_open(&f, "whole_link"), 0);
  fputs("text", f.file);
  assert_int_equal(whole_close(&f), 0);
  assert_string_equal(contents("whole_test"), "text");
  assert_int_equal(lstat("whole_link", &about), 0);
  assert_true(S_ISLNK(about.st_mode));
  unlink("whole_link");
  unlink("whole_test");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nobody_listens),
      cmocka_unit_test(test_sums),
      cmocka_unit_test(test_json),
      cmocka_unit_test(test_host),
      cmocka_unit_test(test_json_refused),
      cmocka_unit_test(test_json_checked),
      cmocka_unit_test(test_json_text),
      cmocka_unit_test(test_json_bytes),
      cmocka_unit_test(test_whole_link),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
