/* Streams: each scenario runs in a child process whose standard output and
 * standard error are files; what is in them afterwards is compared. */
#include "../../sim/engine/engine.h"
#include "../../sim/rank/rank.h"
#include "../../sim/rank/streams.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- what the rest of Oriel would do --- */

struct rank *self;
enum { RANKS = 3 };
static struct rank ranks[RANKS];

struct rank *rank_of(int i)
{
  return &ranks[i];
}

int ranks_count(void)
{
  return RANKS;
}

void rank_meet(void)
{
}

void engine_redirect_streams(FILE *(*input)(void))
{
  (void)input;
}

/* From now on rank `i` runs, at `date`. */
static void be(int i, double date)
{
  streams_switch();
  self = &ranks[i];
  self->time = date;
}

/* --- scenarios --- */

static char output[4096], errors[4096];

static void read_all(int fd, char *text, size_t size)
{
  ssize_t n = pread(fd, text, size - 1, 0);
  text[n > 0 ? n : 0] = 0;
  close(fd);
}

/* Returns the exit code of a child that runs `scenario`. */
static int run(void (*scenario)(void), bool tag)
{
  char names[2][32] = {"/tmp/oriel-out-XXXXXX", "/tmp/oriel-err-XXXXXX"};
  int out = mkstemp(names[0]), err = mkstemp(names[1]), status;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    dup2(out, 1);
    dup2(err, 2);
    for (int i = 0; i < RANKS; i++)
      ranks[i].id = i;
    streams_open(tag);
    scenario();
    streams_switch();
    self = NULL;
    _exit(streams_close() ? 1 : 0);
  }
  waitpid(child, &status, 0);
  read_all(out, output, sizeof output);
  read_all(err, errors, sizeof errors);
  unlink(names[0]);
  unlink(names[1]);
  return WEXITSTATUS(status);
}

static void write_unordered(void)
{
  be(2, 2.0);
  printf("c at 2\n");
  be(1, 1.0);
  printf("b at 1\nb again\n");
  be(0, 2.0);
  printf("a at 2\n");
}

static void lines_leave_by_date_and_rank(void **state)
{
  (void)state;
  assert_int_equal(0, run(write_unordered, false));
  assert_string_equal("b at 1\nb again\na at 2\nc at 2\n", output);
  assert_string_equal("", errors);
  run(write_unordered, true);
  assert_string_equal("[1] b at 1\n[1] b again\n[0] a at 2\n[2] c at 2\n",
                      output);
}

static void write_pieces(void)
{
  be(0, 1.0);
  printf("a1 ");
  be(1, 1.0);
  printf("b1 ");
  streams_switch();
  streams_write(1, "b2\n", 3);
  be(0, 3.0);
  printf("a2\nrest");
  be(2, 2.0);
  puts("c");
  streams_end(&ranks[0]);
}

static void a_line_is_one_rank_s_and_has_the_date_of_its_end(void **state)
{
  (void)state;
  run(write_pieces, false);
  assert_string_equal("b1 b2\nc\na1 a2\nrest", output);
}

static void end_without_newlines(void)
{
  be(0, 1.0);
  printf("a");
  be(1, 1.0);
  printf("b");
}

static void unfinished_lines_are_lines_at_the_end(void **state)
{
  (void)state;
  run(end_without_newlines, false);
  assert_string_equal("a\nb", output);
}

static void release_some(void)
{
  be(0, 1.0);
  printf("early\n");
  be(1, 2.0);
  printf("now\n");
  be(2, 3.0);
  printf("late\n");
  streams_switch();
  streams_release(2.0);
  _exit(0);
}

static void only_what_is_past_leaves(void **state)
{
  (void)state;
  run(release_some, false);
  assert_string_equal("early\n", output);
}

static void both_streams(void)
{
  be(1, 2.0);
  fprintf(stderr, "error %d\n", 1);
  be(0, 1.0);
  fprintf(stderr, "no newline");
  be(2, 1.5);
  fputs("output\n", stdout);
  streams_switch();
  self = NULL;
  streams_say("oriel: %s\n", "message");
}

static void stderr_is_ordered_too(void **state)
{
  (void)state;
  run(both_streams, false);
  assert_string_equal("output\n", output);
  assert_string_equal("oriel: message\nno newline\nerror 1\n", errors);
}

static void redirect_some(void)
{
  be(0, 1.0);
  streams_redirect(1, STREAM_CLOSED);
  printf("lost\n");
  if (streams_write(1, "x", 1) != -1) _exit(9);
  be(1, 1.0);
  printf("kept\n");
  streams_redirect(1, dup(2));
  printf("into the file\n");
  streams_redirect(1, STREAM_ERROR);
  printf("as an error\n");
  streams_redirect(1, STREAM_OUTPUT);
  printf("kept again\n");
}

static void closing_hurts_only_the_closer(void **state)
{
  (void)state;
  assert_int_equal(0, run(redirect_some, false));
  assert_string_equal("kept\nkept again\n", output);
  assert_string_equal("into the file\nas an error\n", errors);
}

static void write_to_full_device(void)
{
  dup2(open("/dev/full", O_WRONLY), 1);
  be(0, 1.0);
  printf("x\n");
}

static void a_full_device_is_reported(void **state)
{
  (void)state;
  assert_int_equal(1, run(write_to_full_device, false));
  assert_string_equal("oriel: standard output: No space left on device\n",
                      errors);
}

static void write_much(void)
{
  char big[3000];
  memset(big, 'x', sizeof big);
  for (int i = 0; i < 100; i++) {
    be(i % RANKS, 100 - i);
    printf("%.*s%d\n", (int)sizeof big, big, i);
  }
}

static void long_and_many(void **state)
{
  (void)state;
  assert_int_equal(0, run(write_much, false));
  assert_int_equal('x', output[0]);
  assert_int_equal(0, memcmp(output + 3000, "99\n", 3));
}

/* What rank 0 has asked has left when it reads the answer. */
static void read_input(void)
{
  int answer[2];
  if (pipe(answer) || write(answer[1], "x", 1) != 1) return;
  dup2(answer[0], STDIN_FILENO);
  be(2, 1);
  printf("later\n");
  be(0, 1);
  printf("asked\n");
  bool first = getc(streams_input()) == 'x';
  bool asked = lseek(STDOUT_FILENO, 0, SEEK_END) == 6;
  be(1, 1);
  int c = getc(streams_input());
  _exit(first && asked && c == EOF ? 7 : 0);
}

static void input_belongs_to_rank_0(void **state)
{
  (void)state;
  assert_int_equal(7, run(read_input, false));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_leave_by_date_and_rank),
      cmocka_unit_test(a_line_is_one_rank_s_and_has_the_date_of_its_end),
      cmocka_unit_test(unfinished_lines_are_lines_at_the_end),
      cmocka_unit_test(only_what_is_past_leaves),
      cmocka_unit_test(stderr_is_ordered_too),
      cmocka_unit_test(closing_hurts_only_the_closer),
      cmocka_unit_test(a_full_device_is_reported),
      cmocka_unit_test(long_and_many),
      cmocka_unit_test(input_belongs_to_rank_0),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
