/* The network's dates, computed by hand, on the stub engine.
 *
 * Four hosts behind one switch, latency L and bandwidth W; messages note the
 * dates at which they were injected and arrived. */
#include "../../sim/cost/cost.h"
#include "../../sim/net/net.h"
#include "../stub/stub.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#define L 1e-6
#define W 1e10
#define GAP 1e-7
#define COPY 8e9

struct message {
  struct net_message net;
  double injected, arrived;
  int order; /* of its arrival */
};

static struct message messages[64];
static int sent, came;

static void injected(struct net_message *net, double date)
{
  struct message *m = (struct message *)net;
  assert_true(engine_on_event_stack());
  assert_true(m->arrived < 0);
  m->injected = date;
}

static void arrived(void *net)
{
  struct message *m = (struct message *)net;
  assert_true(m->injected >= 0);
  m->arrived = engine_now();
  m->order = came++;
}

static struct message *message_new(int from, int to, double bytes)
{
  struct message *m = &messages[sent++];
  *m = (struct message){.net = {.from = from,
                                .to = to,
                                .bytes = bytes,
                                .injected = injected,
                                .arrived = arrived},
                        .injected = -1,
                        .arrived = -1};
  return m;
}

static struct message *send(int from, int to, double bytes, double date)
{
  struct message *m = message_new(from, to, bytes);
  net_send(&m->net, date);
  return m;
}

static void machine(const char *network)
{
  char why[1024], word[32];
  const char *options[] = {word, "gap=1e-7", "copy=8e9", "flow_min=8192"};
  snprintf(word, sizeof word, "network=%s", network);
  stub_hosts(4, L, W);
  if (cost_load("stub", options, 4, why, sizeof why)) fail_msg("%s", why);
  net_open(NULL);
  sent = came = 0;
}

/* Within 2e-12 s and 4 units in the last place. */
static void assert_date(double date, double expected)
{
  double most = 2e-12 + 4 * (nextafter(expected, HUGE_VAL) - expected);
  if (!(fabs(date - expected) <= most))
    fail_msg("%.17g instead of %.17g", date, expected);
}

static void test_alone(void **state)
{
  (void)state;
  static const char *const networks[] = {"hybrid", "fluid", "latency"};
  static const double sizes[] = {0,     1,     8,       4096, 8192,   8193,
                                 65536, 65537, 1 << 20, 3e7,  1e9 + 1};
  for (int n = 0; n < 3; n++)
    for (int i = 0; i < 11; i++) {
      machine(networks[n]);
      struct message *m = send(0, 3, sizes[i], 0.25);
      engine_run();
      assert_date(m->injected, 0.25 + sizes[i] / W);
      assert_date(m->arrived, 0.25 + L + sizes[i] / W);
    }
}

static void test_gap(void **state)
{
  (void)state;
  machine("hybrid");
  struct message *a = send(0, 1, 0, 0), *b = send(0, 2, 0, 0);
  struct message *c = send(0, 1, 5e-8 * W, 0), *d = send(0, 1, 0, 1e-3);
  engine_run();
  assert_date(a->arrived, L);
  assert_date(b->arrived, GAP + L);
  assert_date(c->arrived, 2 * GAP + L + 5e-8);
  assert_date(d->arrived, 1e-3 + L);
}

/* 4000 bytes take 0.4 us, more than the gap: bandwidth bounds the rate. */
static void test_injection_bandwidth(void **state)
{
  (void)state;
  machine("hybrid");
  struct message *a = send(0, 1, 4000, 0), *b = send(0, 2, 4000, 0);
  engine_run();
  assert_date(a->injected, 4e-7);
  assert_date(b->injected, 8e-7);
  assert_date(b->arrived, 4e-7 + L + 4e-7);
}

static void test_hot_target(void **state)
{
  (void)state;
  machine("hybrid");
  struct message *a = send(0, 3, 4000, 0), *b = send(1, 3, 4000, 0);
  struct message *c = send(2, 3, 8, 0);
  engine_run();
  assert_date(a->arrived, L + 4e-7);
  assert_date(b->arrived, L + 8e-7);
  assert_date(c->arrived, L + 8e-7 + 8 / W);
  assert_date(b->injected, 4e-7);
}

/* The narrowest link counts for the time of flight, the first and the last
 * for how long the interfaces are taken. */
static void test_narrow_middle(void **state)
{
  (void)state;
  machine("hybrid");
  stub_route(0, 1, (struct route){3e-6, 1e9, 1e10, 4e9, 5, 0, 0});
  struct message *a = send(0, 1, 8000, 0), *b = send(0, 1, 8000, 0);
  engine_run();
  assert_date(a->injected, 8e-7);
  assert_date(a->arrived, 3e-6 + 8e-6);
  assert_date(b->injected, 1.6e-6);
  assert_date(b->arrived, 3e-6 + 2e-6 + 8e-6);
}

/* Fluid: two flows into one host get half each; the shorter one leaves first
 * and the other goes on with all. */
static void test_fluid_share(void **state)
{
  (void)state;
  machine("fluid");
  struct message *a = send(0, 3, 1e6, 0), *b = send(1, 3, 3e6, 0);
  engine_run();
  assert_date(a->injected, 2e6 / W);
  assert_date(a->arrived, 2e6 / W + L);
  assert_date(b->arrived, 4e6 / W + L);
}

/* Hybrid: their segments take turns; both are there at the same time but for
 * one segment. */
static void test_segments(void **state)
{
  (void)state;
  machine("hybrid");
  struct message *a = send(0, 3, 10 * 65536, 0);
  struct message *b = send(1, 3, 10 * 65536, 0);
  engine_run();
  assert_date(a->arrived, 19 * 65536 / W + L);
  assert_date(b->arrived, 20 * 65536 / W + L);
  assert_int_equal(net_counts().flows > 0, 1);
}

/* More than there are places for, into one host: each gets its turn for every
 * segment, nothing is lost, the link never idles. */
static void test_many_into_one(void **state)
{
  (void)state;
  machine("hybrid");
  enum { N = 50 };
  for (int i = 0; i < N; i++)
    send(i % 3, 3, 4 * 65536, 0);
  struct message *other = send(0, 1, 65536, 0);
  engine_run();
  double last = 0;
  for (int i = 0; i < N; i++) {
    assert_true(messages[i].arrived >= 4 * N / 2 * 65536 / W);
    last = fmax(last, messages[i].arrived);
  }
  assert_date(last, 4 * N * 65536 / W + L);
  assert_true(other->arrived > 0);
}

static void test_small_passes_large(void **state)
{
  (void)state;
  machine("hybrid");
  struct message *large = send(0, 1, 1e9, 0), *small = send(0, 1, 8, 0);
  engine_run();
  assert_date(small->arrived, GAP + L + 8 / W);
  assert_date(large->arrived, 1e9 / W + L);
}

static void test_latency_shares_nothing(void **state)
{
  (void)state;
  machine("latency");
  struct message *a = send(0, 3, 1e6, 0), *b = send(1, 3, 1e6, 0);
  struct message *c = send(0, 3, 1e6, 0), *d = send(2, 2, 8e6, 0);
  struct message *e = send(2, 2, 8e6, 0);
  engine_run();
  assert_date(a->arrived, L + 1e-4);
  assert_date(b->arrived, L + 1e-4);
  assert_date(c->arrived, L + 1e-4);
  assert_date(d->arrived, 1e-3);
  assert_date(e->arrived, 1e-3);
}

static void test_order_of_calls(void **state)
{
  (void)state;
  machine("hybrid");
  enum { N = 40 };
  for (int i = 0; i < N; i++)
    send(0, 1, i % 3 ? 0 : 500, 1e-3);
  engine_run();
  for (int i = 0; i < N; i++)
    assert_int_equal(messages[i].order, i);
}

/* Where the network says so, what is sent to two hosts in the order of dates
 * arrives at each in that order, whatever its size; behind a narrow link a
 * short message passes a longer one. */
static void test_in_order(void **state)
{
  (void)state;
  machine("hybrid");
  stub_route(0, 1, (struct route){3e-6, 1e9, 1e10, 4e9, 5, 0, 0});
  enum { N = 40 };
  for (int i = 0; i < N; i++)
    send(0, 2 + i % 2, i * 3001 % 8193, i / 3 * 4e-7);
  struct message *a = send(0, 1, 8000, 1), *b = send(0, 1, 0, 1);
  assert_true(net_in_order(0, 2) && net_in_order(0, 3));
  assert_false(net_in_order(0, 1) || net_in_order(0, 0));
  engine_run();
  for (int i = 2; i < N; i++)
    assert_true(messages[i].order > messages[i - 2].order);
  assert_true(a->order > b->order);
  machine("latency");
  assert_false(net_in_order(0, 2));
  machine("fluid");
  assert_false(net_in_order(0, 2));
}

/* --- within a host --- */

static void test_memory_unlimited(void **state)
{
  (void)state;
  machine("hybrid");
  struct message *a = send(2, 2, 8e6, 1), *b = send(2, 2, 8e6, 1);
  struct message *c = send(2, 2, 0, 1), *d = send(2, 3, 8, 1);
  engine_run();
  assert_date(a->arrived, 1 + 8e6 / COPY);
  assert_date(b->arrived, 1 + 8e6 / COPY);
  assert_date(c->arrived, 1);
  assert_date(d->arrived, 1 + L + 8 / W); /* the interface was not taken */
}

/* M = 12e9 against COPY = 8e9: alone 8e9, two 6e9 each, three 4e9 each. */
static void test_memory_shared(void **state)
{
  (void)state;
  machine("hybrid");
  stub_loopback(5e-7, 12e9);
  struct message *a = send(1, 1, 20e6, 0), *b = send(1, 1, 20e6, 1e-3);
  struct message *c = send(1, 1, 4e6, 2e-3), *d = send(0, 0, 8e6, 1e-3);
  engine_run();
  /* a: 8e6 until 1 ms, 6e6 until 2 ms, c: 1 ms at 4e9 each until 3 ms; then
   * 2e6 of a are left at 6e9; then b has 8e6 left at 8e9. */
  assert_date(c->injected, 3e-3);
  assert_date(c->arrived, 3e-3 + 5e-7);
  assert_date(a->injected, 3e-3 + 2e6 / 6e9);
  assert_date(b->injected, 3e-3 + 2e6 / 6e9 + 8e6 / 8e9);
  assert_date(d->arrived, 2e-3 + 5e-7);
}

/* The interfaces' latency comes on top, but not within a host. */
static void test_interface(void **state)
{
  (void)state;
  char why[1024];
  const char *option = "interface=5e-6";
  machine("hybrid");
  if (cost_load("stub", &option, 1, why, sizeof why)) fail_msg("%s", why);
  struct message *a = send(0, 1, 8, 0), *b = send(0, 1, 1e6, 1e-3);
  struct message *c = send(2, 2, 0, 0);
  engine_run();
  assert_date(a->arrived, 6e-6 + 8 / W);
  assert_date(b->arrived, 1e-3 + 6e-6 + 1e6 / W);
  assert_date(c->arrived, 0);
  assert_true(net_latency(0, 1) == 6e-6);
}

/* Equal transfers end together, in the order of the calls. */
static void test_memory_order(void **state)
{
  (void)state;
  machine("hybrid");
  stub_loopback(0, 12e9);
  for (int i = 0; i < 10; i++)
    send(1, 1, 12e6, 0);
  engine_run();
  for (int i = 0; i < 10; i++) {
    assert_date(messages[i].arrived, 10e-3);
    assert_int_equal(messages[i].order, i);
  }
}

static void test_ack(void **state)
{
  (void)state;
  machine("hybrid");
  struct message *a = message_new(3, 0, 0), *b = message_new(3, 3, 0);
  a->injected = b->injected = 0;
  net_ack(&a->net, 1e-3, 0.5);
  net_ack(&b->net, 1e-3, 0.5);
  engine_run();
  assert_date(a->arrived, 1e-3 + L / 2);
  assert_date(b->arrived, 1e-3);
  assert_true(net_latency(0, 1) == L);
  assert_true(net_latency(1, 1) == 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alone),
      cmocka_unit_test(test_gap),
      cmocka_unit_test(test_injection_bandwidth),
      cmocka_unit_test(test_hot_target),
      cmocka_unit_test(test_narrow_middle),
      cmocka_unit_test(test_fluid_share),
      cmocka_unit_test(test_segments),
      cmocka_unit_test(test_many_into_one),
      cmocka_unit_test(test_small_passes_large),
      cmocka_unit_test(test_latency_shares_nothing),
      cmocka_unit_test(test_order_of_calls),
      cmocka_unit_test(test_in_order),
      cmocka_unit_test(test_memory_unlimited),
      cmocka_unit_test(test_memory_shared),
      cmocka_unit_test(test_memory_order),
      cmocka_unit_test(test_interface),
      cmocka_unit_test(test_ack),
  };
  return cmocka_run_group_tests_name("net", tests, NULL, NULL);
}
