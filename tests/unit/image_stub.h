/* What the tests of images share: what the rest of Oriel would do, and programs
 * that are compiled here and now, loaded for several ranks and run in turns. */
#ifndef IMAGE_STUB_H
#define IMAGE_STUB_H

#include "../../sim/image/image.h"
#include "../../sim/cost/cost.h"
#include "../../sim/rank/own.h"
#include "../../sim/rank/polls.h"
#include "../../sim/rank/rank.h"
#include "../../sim/rank/streams.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

/* As orielrun has it: the room for the program's thread-locals. */
__thread char reserve[8192] __attribute__((aligned(64), used));

/* --- what the rest of Oriel would do --- */

struct rank *self;
void (*rank_on_alarm)(void);
struct cost_parameters cost = {.clock = 1e-8};
double engine_clock;
enum { RANKS = 4, STACK = 1 << 18 };
static struct rank ranks[RANKS];
static jmp_buf run_ended;
static int run_code;

struct rank *rank_of(int i)
{
  return &ranks[i];
}

void rank_pay_clock(void)
{
  self->time += cost.clock;
}

void rank_read_clock(void)
{
  rank_pay_clock();
}

void rank_meet(void)
{
}

void rank_leave_mpi(void)
{
}

void run_end(int code)
{
  run_code = code;
  longjmp(run_ended, 1);
}

const char *engine_host_name(int host)
{
  return host ? "h1" : "h0";
}

int engine_host_find(const char *name)
{
  (void)name;
  return -1;
}

int engine_host_cores(int host)
{
  (void)host;
  return 2;
}

int ranks_count(void)
{
  return RANKS;
}

/* Nobody reads a pipe that is empty. */
int ranks_looking;

void rank_calls_on(void)
{
}

void strand_note_call(struct pause how)
{
  (void)how;
}

void rank_poll_until(double date)
{
  (void)date;
  abort();
}

void rank_wait_ends_at(double date)
{
  (void)date;
  abort();
}

void rank_timed_out(void)
{
  abort();
}

void strand_poll(struct pause pause)
{
  (void)pause;
  abort();
}

void rank_poll_hit(void)
{
  abort();
}

void rank_tell_news(struct rank *r)
{
  (void)r;
}

/* Nor does anybody wait in the kernel. */
bool strand_wait(struct counter *c, struct pause pause, double date)
{
  (void)c, (void)pause, (void)date;
  abort();
}

void counter_done(struct counter *c)
{
  (void)c;
  abort();
}

void rank_yield(void)
{
  abort();
}

unsigned long rank_poll_events(void)
{
  abort();
}

struct engine_counts engine_counts(void)
{
  abort();
}

/* The first std::ios_base::Init makes std::cout and the others. */
void _ZNSt8ios_base4InitC1Ev(void *);
void engine_redirect_streams(FILE *(*input)(void))
{
  char init;
  (void)input;
  _ZNSt8ios_base4InitC1Ev(&init);
}

/* Ranks are contexts; rank_sleep() hands over to the next one. */
static ucontext_t contexts[RANKS], scheduler;
static int codes[RANKS];
static bool ended[RANKS];
static char *arguments[] = {(char *)"prog", (char *)"-a", (char *)"word",
                            (char *)"-b7", NULL};

void rank_sleep(double seconds, struct pause pause)
{
  (void)pause;
  struct rank *me = self;
  me->time += seconds;
  streams_switch();
  swapcontext(&contexts[me->id], &scheduler);
}

void rank_end(int code)
{
  (void)code;
  abort(); /* there is one strand */
}

static void rank_main(int id)
{
  static char *environment[] = {(char *)"WHO=start", NULL};
  codes[id] = image_run(&ranks[id], 4, arguments, environment);
  ended[id] = true;
  swapcontext(&contexts[id], &scheduler);
}

static void prepare(int i)
{
  static char stacks[RANKS][STACK] __attribute__((aligned(64)));
  getcontext(&contexts[i]);
  contexts[i].uc_stack.ss_sp = stacks[i];
  contexts[i].uc_stack.ss_size = STACK;
  makecontext(&contexts[i], (void (*)(void))rank_main, 1, i);
  ended[i] = false;
}

static inline void run_in_turns(int n)
{
  for (int i = 0; i < n; i++)
    prepare(i);
  for (bool any = true; any;) {
    any = false;
    for (int i = 0; i < n; i++) {
      if (ended[i]) continue;
      any = true;
      self = &ranks[i];
      own_switch(image_main(self->image));
      swapcontext(&scheduler, &contexts[i]);
    }
  }
  self = NULL;
}

/* --- programs --- */

static char folder[] = "/tmp/oriel-test-XXXXXX";

static inline int shell(const char *format, ...)
{
  char command[2048];
  va_list args;
  va_start(args, format);
  vsnprintf(command, sizeof command, format, args);
  va_end(args);
  return system(command);
}

static inline const char *write_file(const char *name, const char *text)
{
  static char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *f = fopen(path, "w");
  fputs(text, f);
  fclose(f);
  return path;
}

/* Compile `text` with `flags` to folder/prog. */
static inline const char *compile(const char *compiler, const char *flags,
                                  const char *text)
{
  static char path[256];
  static int number;
  const char *source =
      write_file(strcmp(compiler, "c++") == 0 ? "prog.cpp" : "prog.c", text);
  snprintf(path, sizeof path, "%s/prog%d", folder, number++);
  assert_int_equal(0, shell("%s -g -O1 -fPIE -pie -w -o %s %s %s", compiler,
                            path, source, flags));
  return path;
}

static inline const char *make_library(const char *name, const char *text)
{
  static char flags[600];
  write_file("lib.c", text);
  assert_int_equal(
      0, shell("cc -g -shared -fPIC -w -Wl,-soname,%s -o %s/%s %s/lib.c "
               "&& ln -sf %s %s/libown.so",
               name, folder, name, folder, name, folder));
  snprintf(flags, sizeof flags, "-L%s -lown -Wl,-rpath,'$ORIGIN' -lm", folder);
  return flags;
}

static inline struct image_template *load(const char *path, int n)
{
  char why[512] = "";
  struct image_template *t = NULL;
  if (image_open(path, &t, why, sizeof why)) fail_msg("%s", why);
  image_plan(t, n);
  for (int i = 0; i < n; i++) {
    ranks[i] = (struct rank){.id = i, .host = i % 2};
    ranks[i].strand = &ranks[i].main;
    ranks[i].image = image_new(t);
  }
  return t;
}

static inline void run_program(const char *text, int n)
{
  load(compile("cc", "", text), n);
  run_in_turns(n);
}

static inline void expect_codes(int n, const int *expected)
{
  for (int i = 0; i < n; i++)
    assert_int_equal(expected[i], codes[i]);
}

#define EXPECT(...)                                                            \
  expect_codes(sizeof(int[]){__VA_ARGS__} / sizeof(int), (int[]){__VA_ARGS__})

static inline int make_folder(void **state)
{
  (void)state;
  engine_redirect_streams(NULL);
  return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
  (void)state;
  return shell("rm -r %s", folder);
}

#endif
