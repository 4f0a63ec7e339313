/* The engine on SimGrid: order, contexts, flows. */
#include "engine_process.h"

#include <fcntl.h>
#include <fenv.h>
#include <math.h>
#include <signal.h>

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

static void flow_0(void *arg)
{
  engine_flow(0, 1, 3e6, say_it, arg);
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

/* 1.5 GB/s for links of 1: one flow would not fill it, two share it. What hosts
 * have that are not used does not count. */
#define BACKBONE(figure) "bb_bw='" figure "GBps' bb_lat='1us'"

static void backbone_filled(void)
{
  hosts_used = "\1\1\0\1\0\0";
  platform("<zone id='two' routing='Floyd'>" CLUSTER(
      "3",
      BACKBONE(
          "1.5")) "<cluster id='d' prefix='z' suffix='' radical='0-1' "
                  "speed='1Gf'"
                  " bw='0.1GBps' lat='1us'/><link id='l' bandwidth='1GBps'"
                  " latency='1us'/><zoneRoute src='c' dst='d' "
                  "gw_src='hc_router'"
                  " gw_dst='zd_router'><link_ctn id='l'/></zoneRoute></zone>");
  engine_limit_links(1);
  engine_at(0, flow_0, "3 MB with half the backbone");
  engine_at(0, flow_2, "3 MB with the other half");
  engine_at(0, flow_0, "3 MB more, alone");
  engine_run();
}

static void backbone_turns(void)
{
  platform(CLUSTER("3", BACKBONE("1")));
  engine_limit_links(1);
  engine_at(0, flow_0, "3 MB alone");
  engine_at(0, flow_2, "3 MB after them");
  engine_run();
}

static void test_backbones(void **state)
{
  (void)state;
  expect(backbone_filled, "0.004 3 MB with half the backbone\n"
                          "0.004 3 MB with the other half\n"
                          "0.007 3 MB more, alone\n");
  expect(backbone_turns, "0.003 3 MB alone\n0.006 3 MB after them\n");
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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_events),        cmocka_unit_test(test_exact_dates),
      cmocka_unit_test(test_requests),      cmocka_unit_test(test_flows),
      cmocka_unit_test(test_flows_limited), cmocka_unit_test(test_backbones),
      cmocka_unit_test(test_contexts),      cmocka_unit_test(test_park_until),
      cmocka_unit_test(test_deadlock),      cmocka_unit_test(test_modes),
      cmocka_unit_test(test_reuse),         cmocka_unit_test(test_guard),
      cmocka_unit_test(test_idle_memory),
  };
  return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
