/* The engine on SimGrid: order, contexts, flows, platforms and their errors.
 *
 * SimGrid is one per process and its clock does not go back, so each test is
 * a process of its own, with what it prints held against what it should. */
#include "../../sim/engine/engine.h"

#include <fcntl.h>
#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

/* --- a process per test --- */

static int out;

static void __attribute__((format(printf, 1, 2))) say(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vdprintf(out, format, arguments);
  va_end(arguments);
}

/* All that f prints, on any stream, is `expected`. */
static void expect(void (*f)(void), const char *expected)
{
  static char text[65536];
  int ends[2];
  size_t n = 0;
  ssize_t more;
  assert_int_equal(pipe(ends), 0);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 1);
    dup2(ends[1], 2);
    out = ends[1];
    close(ends[0]);
    f();
    fflush(NULL);
    _exit(0);
  }
  close(ends[1]);
  while ((more = read(ends[0], text + n, sizeof text - 1 - n)) > 0)
    n += more;
  text[n] = 0;
  close(ends[0]);
  int status;
  waitpid(child, &status, 0);
  assert_string_equal(text, expected);
  assert_int_equal(status, 0);
}

static void platform(const char *body)
{
  char why[512];
  char path[] = "/tmp/platformXXXXXX";
  int fd = mkstemp(path);
  dprintf(fd,
          "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM "
          "\"https://simgrid.org/simgrid.dtd\">\n<platform version='4.1'>\n"
          "<zone id='world' routing='Full'>\n%s\n</zone></platform>\n",
          body);
  close(fd);
  engine_open("test");
  int failed = engine_load(path, why, sizeof why);
  remove(path);
  if (!failed) return;
  char *name = strstr(why, path);
  if (name) {
    say("%.*sPLATFORM%s\n", (int)(name - why), why, name + strlen(path));
    _exit(0);
  }
  say("%s\n", why);
  _exit(0);
}

#define CLUSTER(hosts, more)                                                   \
  "<cluster id='c' prefix='h' suffix='' radical='0-" hosts                     \
  "' speed='1Gf' bw='1GBps' lat='1us' " more "/>"

/* --- events --- */

static void say_it(void *arg)
{
  say("%g %s\n", engine_now(), (const char *)arg);
}

static void post_more(void *arg)
{
  say_it(arg);
  engine_at(engine_now(), say_it, "same date, later post");
  engine_at(0, say_it, "in the past: now");
}

static void events(void)
{
  platform(CLUSTER("3", ""));
  engine_at(2, say_it, "d");
  engine_at(1, post_more, "a");
  engine_at(1, say_it, "b");
  engine_at(0.5, say_it, "first");
  engine_at(1, say_it, "c");
  engine_run();
}

static void test_events(void **state)
{
  (void)state;
  expect(events, "0.5 first\n1 a\n1 b\n1 c\n1 same date, later post\n"
                 "1 in the past: now\n2 d\n");
}

/* --- requests --- */

static void serve(void)
{
  say("served %s\n", engine_on_event_stack() ? "by the engine" : "elsewhere");
}

static void request(void *arg)
{
  engine_request();
  engine_request();
  say_it(arg);
}

static void request_in_context(void *arg)
{
  engine_request();
  say_it(arg);
}

/* Once, before the next event and the next context. */
static void requests(void)
{
  platform(CLUSTER("3", ""));
  engine_on_request(serve);
  engine_at(1, request, "asked");
  engine_at(1, say_it, "next");
  engine_spawn(65536, request_in_context, "in a rank");
  engine_run();
}

static void test_requests(void **state)
{
  (void)state;
  expect(requests, "0 in a rank\nserved by the engine\n1 asked\nserved by the "
                   "engine\n1 next\n");
}

/* The date of an event is the number that was given, whatever SimGrid's clock
 * makes of sums of differences. */
static double exact_date;
static int inexact;

static void exact(void *arg)
{
  int *left = arg;
  if (engine_now() != exact_date) inexact++;
  exact_date = engine_now() * 1.0000001 + 1e-7 / 3;
  if (--*left) engine_at(exact_date, exact, left);
}

static void exact_dates(void)
{
  int left = 1000;
  platform(CLUSTER("3", ""));
  exact_date = 1.0 / 3;
  engine_at(exact_date, exact, &left);
  engine_run();
  say("%d left, %d inexact, at %.17g\n", left, inexact, engine_now());
}

static void test_exact_dates(void **state)
{
  (void)state;
  double date = 1.0 / 3;
  char text[128];
  for (int i = 1; i < 1000; i++)
    date = date * 1.0000001 + 1e-7 / 3;
  snprintf(text, sizeof text, "0 left, 0 inexact, at %.17g\n", date);
  expect(exact_dates, text);
}

/* --- flows --- */

static void flow_1(void *arg)
{
  engine_flow(0, 3, 1e6, say_it, arg);
}

static void flow_2(void *arg)
{
  engine_flow(1, 3, 3e6, say_it, arg);
}

static void flows(void)
{
  platform(CLUSTER("3", ""));
  engine_at(0, flow_1, "1 MB with half the link");
  engine_at(0, flow_2, "3 MB, the last 2 alone");
  engine_at(0.002, say_it, "an event at the date of the first flow's end");
  engine_run();
  struct engine_counts counts = engine_counts();
  say("%lu flows, %lu events\n", counts.flows, counts.events);
}

static void test_flows(void **state)
{
  (void)state;
  expect(flows, "0.002 1 MB with half the link\n"
                "0.002 an event at the date of the first flow's end\n"
                "0.004 3 MB, the last 2 alone\n2 flows, 3 events\n");
}

static void flows_limited(void)
{
  platform(CLUSTER("3", ""));
  engine_limit_links(1);
  engine_at(0, flow_1, "1 MB alone");
  engine_at(0, flow_2, "3 MB after it");
  engine_run();
}

static void test_flows_limited(void **state)
{
  (void)state;
  expect(flows_limited, "0.001 1 MB alone\n0.004 3 MB after it\n");
}

/* --- contexts --- */

static struct context *contexts[3];

static void context_body(void *arg)
{
  long me = (intptr_t)arg;
  void *low, *high;
  char here;
  engine_stack(contexts[me], &low, &high);
  say("%g context %ld starts, %s\n", engine_now(), me,
      &here > (char *)low && &here < (char *)high &&
              (char *)high - (char *)low == 65536
          ? "on its stack"
          : "elsewhere");
  engine_park();
  say("%g context %ld goes on\n", engine_now(), me);
  if (me == 0) engine_wake(contexts[2]); /* from another context's stack */
  if (me == 1) engine_exit_context();
  engine_wake(contexts[me]); /* before the park: not lost */
  engine_park();
  say("%g context %ld ends, event stack %d\n", engine_now(), me,
      engine_on_event_stack());
}

static void wake(void *arg)
{
  engine_wake(*(struct context **)arg);
}

static void contexts_run(void)
{
  platform(CLUSTER("3", ""));
  for (long i = 0; i < 3; i++)
    contexts[i] = engine_spawn(65536, context_body, (void *)(intptr_t)i);
  engine_at(1, wake, &contexts[1]);
  engine_at(1, wake, &contexts[0]);
  engine_at(1, say_it, "events before contexts");
  engine_at(2, wake, &contexts[1]); /* it has ended */
  engine_run();
  say("event stack %d\n", engine_on_event_stack());
}

static void test_contexts(void **state)
{
  (void)state;
  expect(contexts_run,
         "0 context 0 starts, on its stack\n0 context 1 starts, on its stack\n"
         "0 context 2 starts, on its stack\n1 events before contexts\n"
         "1 context 0 goes on\n1 context 0 ends, event stack 0\n"
         "1 context 1 goes on\n1 context 2 goes on\n"
         "1 context 2 ends, event stack 0\nevent stack 1\n");
}

/* Asked in its turn, and again after a wake from there. */
static bool third(void *arg)
{
  static int asked;
  long me = (intptr_t)arg;
  asked++;
  say("%g context %ld ready? %d, event stack %d\n", engine_now(), me, asked,
      engine_on_event_stack());
  if (asked == 2) engine_wake(contexts[me]);
  return asked == 3;
}

static void until_body(void *arg)
{
  long me = (intptr_t)arg;
  if (me == 1)
    engine_park_until(third);
  else
    engine_park();
  say("%g context %ld goes on\n", engine_now(), me);
}

static void contexts_until(void)
{
  platform(CLUSTER("3", ""));
  for (long i = 0; i < 3; i++)
    contexts[i] = engine_spawn(65536, until_body, (void *)(intptr_t)i);
  engine_at(1, wake, &contexts[1]);
  for (long i = 0; i < 3; i++)
    engine_at(2, wake, &contexts[2 - i]);
  engine_run();
  say("%lu switches\n", engine_counts().switches);
}

static void test_park_until(void **state)
{
  (void)state;
  expect(contexts_until, "1 context 1 ready? 1, event stack 1\n"
                         "2 context 0 goes on\n"
                         "2 context 1 ready? 2, event stack 1\n"
                         "2 context 1 ready? 3, event stack 1\n"
                         "2 context 1 goes on\n2 context 2 goes on\n"
                         "6 switches\n");
}

/* engine_run returns, SimGrid says nothing, and a wake goes on. */
static void deadlock(void)
{
  platform(CLUSTER("3", ""));
  for (long i = 0; i < 3; i++)
    contexts[i] = engine_spawn(65536, context_body, (void *)(intptr_t)i);
  engine_run();
  say("all are parked\n");
  engine_wake(contexts[1]);
  engine_run();
  say("two are parked\n");
}

static void test_deadlock(void **state)
{
  (void)state;
  expect(deadlock,
         "0 context 0 starts, on its stack\n0 context 1 starts, on its stack\n"
         "0 context 2 starts, on its stack\nall are parked\n"
         "0 context 1 goes on\ntwo are parked\n");
}

/* A context's modes of floating point are its own. */
static void say_rounding(void *name)
{
  say("%s rounds %s\n", (char *)name,
      fegetround() == FE_UPWARD ? "up" : "to nearest");
}

static void round_up(void *arg)
{
  fesetround(FE_UPWARD);
  engine_park();
  say_rounding(arg);
}

static void round_as_given(void *arg)
{
  engine_park();
  say_rounding(arg);
}

static void modes(void)
{
  platform(CLUSTER("3", ""));
  contexts[0] = engine_spawn(65536, round_up, "the first context");
  contexts[1] = engine_spawn(65536, round_as_given, "the second context");
  engine_at(1, say_rounding, "the engine");
  engine_at(1, wake, &contexts[1]);
  engine_at(2, wake, &contexts[0]);
  engine_run();
}

static void test_modes(void **state)
{
  (void)state;
  expect(modes, "the engine rounds to nearest\n"
                "the second context rounds to nearest\n"
                "the first context rounds up\n");
}

/* A stack is used again when its context has ended, and is as deep. */
static uintptr_t stack_at[2];

static void note_stack(void *arg)
{
  volatile char deep[60000];
  deep[0] = 1;
  *(uintptr_t *)arg = (uintptr_t)deep;
}

static void spawn_second(void *arg)
{
  (void)arg;
  engine_spawn(65536, note_stack, &stack_at[1]);
}

static void reuse(void)
{
  platform(CLUSTER("3", ""));
  engine_spawn(65536, note_stack, &stack_at[0]);
  engine_at(1, spawn_second, NULL);
  engine_run();
  if (labs((long)(stack_at[0] - stack_at[1])) > 4096)
    say("not the same stack\n");
}

static void test_reuse(void **state)
{
  (void)state;
  expect(reuse, "");
}

static void overflow(void *arg)
{
  volatile char page[4096];
  page[0] = 0;
  if (arg) overflow((char *)arg + page[0]);
  page[1] = 0;
}

static void died(int signal)
{
  say("signal %d\n", signal);
  _exit(0);
}

static void guard(void)
{
  static char stack[65536];
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = died, .sa_flags = SA_ONSTACK};
  platform(CLUSTER("3", ""));
  engine_guard_stacks(1);
  sigaltstack(&other, NULL);
  sigaction(SIGSEGV, &action, NULL);
  engine_spawn(65536, overflow, &action);
  engine_run();
}

static void test_guard(void **state)
{
  (void)state;
  expect(guard, "signal 11\n");
}

static void park(void *arg)
{
  (void)arg;
  engine_park();
}

static long resident_pages(void)
{
  long all = 0, resident = 0;
  FILE *statm = fopen("/proc/self/statm", "r");
  if (!statm || fscanf(statm, "%ld %ld", &all, &resident) != 2) abort();
  fclose(statm);
  return resident;
}

static void idle_memory(void)
{
  platform(CLUSTER("3", ""));
  long before = resident_pages();
  for (int i = 0; i < 1000; i++)
    engine_spawn(8 << 20, park, NULL);
  engine_run();
  long bytes = (resident_pages() - before) * sysconf(_SC_PAGESIZE) / 1000;
  if (bytes > 6144) say("%ld bytes for a context\n", bytes);
}

static void test_idle_memory(void **state)
{
  (void)state;
  expect(idle_memory, "");
}

/* --- platforms --- */

static void show_property(const char *name, const char *value, void *arg)
{
  say("%s%s=%s\n", (const char *)arg, name, value);
}

static void hosts(void)
{
  struct route r;
  platform("<prop id='oriel:gap' value='1e-7'/>" CLUSTER(
      "11", "core='4' loopback_bw='5GBps' loopback_lat='2us'"));
  for (int i = 0; i < engine_host_count(); i++)
    say("%s ", engine_host_name(i));
  say("%d %d\n", engine_host_find("h10"), engine_host_find("h12"));
  say("%d cores, %g flop/s\n", engine_host_cores(0), engine_host_speed(0));
  engine_properties(show_property, "property ");
  say("%d: ", engine_route(2, 10, &r));
  say("%g %g %g %g %d\n", r.latency, r.bandwidth, r.out, r.in, r.links);
  say("%d: ", engine_route(3, 3, &r));
  say("%g %g %d\n", r.latency, r.bandwidth, r.links);
}

static void test_hosts(void **state)
{
  (void)state;
  expect(hosts, "h0 h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 10 -1\n"
                "4 cores, 1e+09 flop/s\nproperty oriel:gap=1e-7\n"
                "0: 2e-06 1e+09 1e+09 1e+09 2\n0: 2e-06 5e+09 1\n");
}

/* The halves are what the routes are made of; where they are not, no halves. */
static void halves(void)
{
  struct half_route out, in;
  struct route r;
  platform(CLUSTER("11", "loopback_bw='5GBps' loopback_lat='2us'"));
  for (int a = 0; a < 12; a++)
    for (int b = 0; b < 12; b++) {
      if (a == b) continue;
      if (engine_route(a, b, &r) || engine_half_routes(a, &out, &in) ||
          r.first != out.link || r.out != out.bandwidth)
        say("%d to %d: another way out\n", a, b);
      double latency = out.latency;
      if (engine_half_routes(b, &out, &in) || r.last != in.link ||
          r.in != in.bandwidth || r.latency != latency + in.latency)
        say("%d to %d: another way in\n", a, b);
    }
}

static void no_halves(void)
{
  struct half_route out, in;
  platform(CLUSTER("11", "bb_bw='1GBps' bb_lat='1us'"));
  say("%d\n", engine_half_routes(3, &out, &in));
}

static void no_halves_in_torus(void)
{
  struct half_route out, in;
  platform(CLUSTER("11", "topology='TORUS' topo_parameters='3,4'"));
  say("%d\n", engine_half_routes(3, &out, &in));
}

/* A zone of peers on a plane: 40 ms and 30 ms apart, 5 ms from it each. */
static void distances(void)
{
  struct half_route out, in;
  struct route route;
  platform("<zone id='z' routing='Vivaldi'>"
           "<peer id='a' speed='1Gf' bw_in='1GBps' bw_out='1GBps'"
           " coordinates='10 10 5'/>"
           "<peer id='b' speed='1Gf' bw_in='1GBps' bw_out='1GBps'"
           " coordinates='50 40 5'/></zone>");
  int halves = engine_half_routes(0, &out, &in);
  if (engine_route(0, 1, &route)) say("no route\n");
  say("%d, %g s\n", halves, route.latency);
}

static void test_halves(void **state)
{
  (void)state;
  expect(halves, "");
  expect(no_halves, "-1\n");
  expect(no_halves_in_torus, "-1\n");
  expect(distances, "-1, 0.06 s\n");
}

static void default_platform(void)
{
  char why[512];
  engine_open("test");
  if (engine_load_default(1000, why, sizeof why)) say("%s\n", why);
  say("%d hosts, the last is %s\n", engine_host_count(), engine_host_name(999));
}

static void default_of_one(void)
{
  char why[512];
  engine_open("test");
  if (engine_load_default(1, why, sizeof why)) say("%s\n", why);
  say("%d host\n", engine_host_count());
}

static void test_default(void **state)
{
  (void)state;
  expect(default_platform, "1000 hosts, the last is h999\n");
  expect(default_of_one, "1 host\n");
}

/* Each body and the one line it gives. */
static const struct bad {
  const char *body, *line;
} bad[] = {
    {"<host id='a' spee='1f'/>",
     "PLATFORM:5: Bad attribute `spee' in `host' element start tag.\n"},
    {"<hots id='a'/>",
     "PLATFORM:5: Unexpected character `<': `</zone>' expected.\n"},
    {"<host id='a' speed='1Xf'/>", "PLATFORM:5: unknown unit: Xf\n"},
    {"<host id='a' speed='1f'/><host id='b' speed='1f'/>",
     "PLATFORM: there is no route from host a to host b\n"},
    {"", "PLATFORM: the platform has no hosts\n"},
    {"<zone id='inner' routing='Fulll'></zone>",
     "PLATFORM: a zone has an unknown routing\n"},
    {"<host id='a' speed='0f'/>", "PLATFORM: host a has no speed\n"},
    {"<cluster id='c' prefix='h' suffix='' radical='0-1' speed='1f' "
     "bw='0Bps' lat='0s'/>",
     "PLATFORM: link c_link_0_DOWN: its bandwidth is not above zero, or "
     "infinite\n"},
    {"<cluster id='c' prefix='h' suffix='' radical='0-3' speed='1f' "
     "bw='1Bps' lat='0s' topology='TORUS' topo_parameters='3,3'/>",
     "PLATFORM: Zone(c): error when creating host number 4 in the zone. "
     "Insufficient number of radicals available (total = 4). Check the "
     "'radical' parameter in XML\n"},
};
static const char *bad_body;

static void load_bad(void)
{
  platform(bad_body);
}

static void missing(void)
{
  char why[512];
  engine_open("test");
  say("%d ", engine_load("no/such/platform.xml", why, sizeof why));
  say("%s\n", why);
}

static void test_bad_platforms(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    bad_body = bad[i].body;
    expect(load_bad, bad[i].line);
  }
  expect(missing, "-1 no/such/platform.xml: the platform cannot be read: No "
                  "such file or directory\n");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_events),
      cmocka_unit_test(test_exact_dates),
      cmocka_unit_test(test_requests),
      cmocka_unit_test(test_flows),
      cmocka_unit_test(test_flows_limited),
      cmocka_unit_test(test_contexts),
      cmocka_unit_test(test_park_until),
      cmocka_unit_test(test_deadlock),
      cmocka_unit_test(test_modes),
      cmocka_unit_test(test_reuse),
      cmocka_unit_test(test_guard),
      cmocka_unit_test(test_idle_memory),
      cmocka_unit_test(test_hosts),
      cmocka_unit_test(test_halves),
      cmocka_unit_test(test_default),
      cmocka_unit_test(test_bad_platforms),
  };
  return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
