/* The timing model's parameters: what is read, what is refused and how. */
#include "../../sim/cost/cost.h"
#include "../stub/stub.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static char why[2048];

static int load(const char *option)
{
  why[0] = 0;
  return cost_load("m.xml", &option, option != NULL, why, sizeof why);
}

static void refused(const char *option, const char *text)
{
  const char *what = option ? option : "the platform";

  if (load(option) == 0) fail_msg("%s was taken", what);
  if (strcmp(why, text) != 0)
    fail_msg("%s: \"%s\" instead of \"%s\"", what, why, text);
}

static void test_defaults(void **state)
{
  (void)state;
  stub_hosts(2, 1e-6, 1e10);
  assert_int_equal(load(NULL), 0);
  assert_true(cost.ack == 1);
  assert_true(cost.clock == 1e-8);
  assert_int_equal(cost.flow_min, 8192);
  assert_int_equal(cost.protocol, PROTOCOL_RDMA);
  assert_int_equal(cost.progress, PROGRESS_HARDWARE);
  assert_int_equal(cost.network, NETWORK_HYBRID);
}

static void test_overheads(void **state)
{
  (void)state;
  stub_hosts(2, 1e-6, 1e10);
  assert_int_equal(load("o_put=1e-6"), 0);
  assert_true(cost_overhead(COST_PUT, 1000) == 1e-6);
  assert_int_equal(load("o_get=1e-6+2e-10"), 0);
  assert_true(cost_overhead(COST_GET, 1000) == 1e-6 + 2e-10 * 1000);
  assert_int_equal(load("o_acc=1e-6+0;8192:2e-6+1e-10;16384:3e-6"), 0);
  assert_true(cost_overhead(COST_ACC, 0) == 1e-6);
  assert_true(cost_overhead(COST_ACC, 8191) == 1e-6);
  assert_true(cost_overhead(COST_ACC, 8192) == 2e-6 + 1e-10 * 8192);
  assert_true(cost_overhead(COST_ACC, 1 << 20) == 3e-6);
}

static void test_properties(void **state)
{
  (void)state;
  stub_hosts(2, 1e-6, 1e10);
  stub_property("oriel:gap", "2e-7");
  stub_property("oriel:copy", "5e9");
  stub_property("elsewhere", "left alone");
  assert_int_equal(load("gap=3e-7"), 0);
  assert_true(cost.gap == 3e-7);
  assert_true(cost.copy == 5e9);
  stub_property("oriel:gab", "1");
  assert_int_equal(load(NULL), -1);
  assert_non_null(strstr(why, "m.xml: property oriel:gab=1: no such parameter; "
                              "there are o_put, "));
  stub_hosts(2, 1e-6, 1e10);
  stub_property("gap", "2e-7");
  refused(NULL, "m.xml: property gap: Oriel's are named with oriel:, as "
                "oriel:gap");
  stub_hosts(2, 1e-6, 1e10);
  stub_property("oriel:ack", "1.5");
  refused(NULL, "m.xml: property oriel:ack=1.5: above 1; ack takes a share "
                "from 0 to 1, as 0.5");
}

static void test_refused(void **state)
{
  (void)state;
  stub_hosts(2, 1e-6, 1e10);
  refused("gap=-1",
          "--cost gap=-1: a negative value; gap takes seconds, as 2e-7");
  refused("gap=1us", "--cost gap=1us: text after the number; gap takes "
                     "seconds, as 2e-7");
  refused("noise_seed=1.5", "--cost noise_seed=1.5: not a whole number; "
                            "noise_seed takes a whole number, as 7");
  refused("gap=", "--cost gap=: not a number; gap takes seconds, as 2e-7");
  refused("gap", "--cost gap: not NAME=VALUE, as gap=2e-7");
  refused("gap=nan",
          "--cost gap=nan: not a number; gap takes seconds, as 2e-7");
  refused("gap=inf",
          "--cost gap=inf: not a number; gap takes seconds, as 2e-7");
  refused("gap=0x1", "--cost gap=0x1: not a number; gap takes seconds, as "
                     "2e-7");
  refused("gap=1e999", "--cost gap=1e999: too large a number; gap takes "
                       "seconds, as 2e-7");
  refused("poll=0", "--cost poll=0: zero; poll takes seconds, as 2e-7");
  refused("clock=0", "--cost clock=0: zero; clock takes seconds, as 2e-7");
  refused("poll=9.9e-11",
          "--cost poll=9.9e-11: below 1e-10; poll takes seconds, as 2e-7");
  refused("clock=1e-300",
          "--cost clock=1e-300: below 1e-10; clock takes seconds, as 2e-7");
  refused("copy=0",
          "--cost copy=0: zero; copy takes bytes per second, as 1e10");
  refused("eager=1.5", "--cost eager=1.5: not a whole number; eager takes "
                       "bytes, as 8192");
  refused("network=ethernet", "--cost network=ethernet: no such choice; "
                              "network takes hybrid, fluid, latency");
  refused("o_put=1e-6;0:1e-6",
          "--cost o_put=1e-6;0:1e-6: size ranges do not ascend; o_put takes "
          "seconds+seconds per byte by size, as 2e-7;8192:1e-6+1e-10");
  assert_int_equal(load("speed=1"), -1);
  assert_non_null(strstr(why, "--cost speed=1: no such parameter"));
}

static void test_progress(void **state)
{
  (void)state;
  const char *conflict[] = {"protocol=message", "progress=hardware"};
  const char *thread[] = {"protocol=message", "progress=thread"};
  stub_hosts(2, 1e-6, 1e10);
  assert_int_equal(load("protocol=message"), 0);
  assert_int_equal(cost.progress, PROGRESS_WEAK);
  assert_int_equal(cost_load("m.xml", thread, 2, why, sizeof why), 0);
  assert_int_equal(cost.progress, PROGRESS_THREAD);
  assert_int_equal(cost_load("m.xml", conflict, 2, why, sizeof why), -1);
  assert_string_equal(why,
                      "protocol=message with progress=hardware: messages need "
                      "the target's processor; progress is thread or weak");
  stub_property("oriel:progress", "hardware");
  assert_int_equal(load("protocol=message"), 0);
  assert_int_equal(cost.progress, PROGRESS_WEAK);
  stub_property("oriel:protocol", "message");
  assert_int_equal(load(NULL), -1);
}

static char listing[4096];

static void list(const char *name, const char *value, void *arg)
{
  (void)arg;
  size_t used = strlen(listing);
  snprintf(listing + used, sizeof listing - used, "%s=%s\n", name, value);
}

static void test_each(void **state)
{
  (void)state;
  const char *options[] = {"o_get=1e-6;8192:2e-6+1e-10", "gap=0.1",
                           "protocol=message"};
  stub_hosts(2, 1e-6, 1e10);
  assert_int_equal(cost_load("m.xml", options, 3, why, sizeof why), 0);
  listing[0] = 0;
  cost_each(list, NULL);
  assert_string_equal(
      listing,
      "o_put=3.8e-07\no_get=1e-06;8192:2e-06+1e-10\n"
      "o_acc=3.8e-07\no_send=3.8e-07\no_recv=3.8e-07\n"
      "gap=0.1\ninterface=0\nack=1\natomic=2.8e-08\ncombine=2.8e+09\n"
      "copy=1.5e+10\neager=8192\nflow_min=8192\nclock=1e-08\n"
      "poll=1e-07\nnoise=0\nnoise_seed=1\nprotocol=message\nprogress=weak\n"
      "network=hybrid\n");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_defaults),   cmocka_unit_test(test_overheads),
      cmocka_unit_test(test_properties), cmocka_unit_test(test_refused),
      cmocka_unit_test(test_progress),   cmocka_unit_test(test_each),
  };
  return cmocka_run_group_tests_name("cost", tests, NULL, NULL);
}
