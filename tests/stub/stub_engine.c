/* The stub: a queue of events, a list of flows, contexts by ucontext.
 *
 * Invariant: the clock goes to the earliest of the next event and the next
 * end of a flow; at one date flows end first, then events run, then contexts,
 * as in the engine on SimGrid. */
#include "stub.h"

#include "../../model/memory.h"
#include "../../sim/engine/events.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { STACK_MIN = 65536, PROPERTIES_MAX = 32, ROUTES_MAX = 64 };

struct flow {
  int from, to;
  double left, rate;
  int fixed; /* its rate is settled */
  void (*f)(void *);
  void *arg;
  struct flow *next; /* in the order of their starts */
};

struct context {
  ucontext_t machine;
  char *stack;
  size_t size;
  void (*f)(void *);
  void *arg;
  int parked, woken, ended;
  bool (*ready)(void *);
  struct context *next; /* in the queue of runnable ones */
};

struct special {
  int from, to;
  struct route route;
};

static int host_count;
static struct route standard, own;
static int special_count, property_count;
static struct special specials[ROUTES_MAX];
static struct {
  const char *name, *value;
} properties[PROPERTIES_MAX];

double engine_clock;
static struct events queue;
static struct flow *flows;
static int limited;
static struct context *running, *runnable, **runnable_end = &runnable;
static ucontext_t engine_machine;
static int parked;
static struct engine_counts counts;

/* --- what tests set --- */

void stub_hosts(int n, double latency, double bandwidth)
{
  queue = (struct events){0};
  while (flows) {
    struct flow *flow = flows;
    flows = flow->next;
    free(flow);
  }
  host_count = n;
  standard = (struct route){latency, bandwidth, bandwidth, bandwidth, 2, 0, 0};
  own = (struct route){0, HUGE_VAL, HUGE_VAL, HUGE_VAL, 0, 0, 0};
  special_count = property_count = parked = limited = 0;
  runnable = NULL;
  runnable_end = &runnable;
  engine_clock = 0;
  counts = (struct engine_counts){0};
}

void stub_route(int from, int to, struct route route)
{
  if (special_count == ROUTES_MAX) abort();
  specials[special_count++] = (struct special){from, to, route};
}

void stub_loopback(double latency, double bandwidth)
{
  own = (struct route){latency, bandwidth, bandwidth, bandwidth, 1, 0, 0};
}

void stub_property(const char *name, const char *value)
{
  if (property_count == PROPERTIES_MAX) abort();
  properties[property_count].name = name;
  properties[property_count++].value = value;
}

int stub_parked(void)
{
  return parked;
}

/* --- the platform --- */

void engine_open(const char *program)
{
  (void)program;
}

int engine_load(const char *path, char *why, size_t why_size)
{
  snprintf(why, why_size, "%s: the stub loads no file", path);
  return -1;
}

int engine_load_default(int n, char *why, size_t why_size)
{
  (void)why, (void)why_size;
  stub_hosts(n, 1e-6, 1e10);
  return 0;
}

int engine_use(const char *used, char *why, size_t why_size)
{
  (void)used, (void)why, (void)why_size;
  return 0;
}

void engine_limit_links(int one)
{
  limited = one;
}

int engine_link_count(void)
{
  return 2 * host_count;
}

int engine_host_count(void)
{
  return host_count;
}

const int *engine_hosts_used(int *n)
{
  *n = 0; /* asked by who takes turns, which flows here do not */
  return NULL;
}

const char *engine_host_name(int host)
{
  static char name[16];
  snprintf(name, sizeof name, "h%d", host);
  return name;
}

int engine_host_cores(int host)
{
  (void)host;
  return 4;
}

double engine_host_speed(int host)
{
  (void)host;
  return 1e9;
}

int engine_host_find(const char *name)
{
  for (int i = 0; i < host_count; i++)
    if (strcmp(name, engine_host_name(i)) == 0) return i;
  return -1;
}

void engine_properties(void (*each)(const char *, const char *, void *),
                       void *arg)
{
  for (int i = 0; i < property_count; i++)
    each(properties[i].name, properties[i].value, arg);
}

int engine_route(int from, int to, struct route *route)
{
  *route = from == to ? own : standard;
  for (int i = 0; i < special_count; i++)
    if (specials[i].from == from && specials[i].to == to)
      *route = specials[i].route;
  route->first = from;
  route->last = host_count + to;
  return from != to && route->links == 0 ? -1 : 0;
}

/* --- flows: max-min fair by progressive filling --- */

static double link_left(const struct flow *of, int out, int *open)
{
  struct route route;
  engine_route(of->from, of->to, &route);
  double left = out ? route.out : route.in;
  *open = 0;
  for (struct flow *f = flows; f; f = f->next) {
    if (out ? f->from != of->from : f->to != of->to) continue;
    if (f->fixed)
      left -= f->rate;
    else
      ++*open;
  }
  return left;
}

/* The share of a flow that is still open, were its links' shared now. */
static double flow_share(const struct flow *f)
{
  struct route route;
  int open;
  engine_route(f->from, f->to, &route);
  double share = route.bandwidth;
  for (int out = 0; out < 2; out++) {
    double left = link_left(f, out, &open);
    share = fmin(share, left / open);
  }
  return share;
}

/* Under a limit of one, a flow runs when no earlier one that runs has its
 * first or last link. */
static int flow_waits(const struct flow *f)
{
  if (!limited) return 0;
  for (const struct flow *g = flows; g != f; g = g->next)
    if (g->rate > 0 && (g->from == f->from || g->to == f->to)) return 1;
  return 0;
}

static void flows_share(void)
{
  for (struct flow *f = flows; f; f = f->next)
    f->fixed = 0, f->rate = 1;
  for (struct flow *f = flows; f; f = f->next)
    if (flow_waits(f)) f->fixed = 1, f->rate = 0;
  for (;;) {
    struct flow *least = NULL;
    double share = HUGE_VAL;
    for (struct flow *f = flows; f; f = f->next)
      if (!f->fixed && flow_share(f) < share) {
        least = f;
        share = flow_share(f);
      }
    if (!least) return;
    least->fixed = 1;
    least->rate = share;
  }
}

static double flows_next(void)
{
  double date = HUGE_VAL;
  for (struct flow *f = flows; f; f = f->next)
    if (f->rate > 0) date = fmin(date, engine_now() + f->left / f->rate);
  return date;
}

/* Time passes until `date`; flows that end then do so in the order of their
 * starts. */
static void flows_advance(double date)
{
  struct flow *ended = NULL, **last = &ended, **at = &flows;
  while (*at) {
    struct flow *f = *at;
    int ends = f->rate > 0 && engine_now() + f->left / f->rate <= date + 1e-12;
    f->left -= f->rate * (date - engine_now());
    if (!ends) {
      at = &f->next;
      continue;
    }
    *at = f->next;
    f->next = NULL;
    *last = f;
    last = &f->next;
  }
  engine_clock = date;
  if (ended) flows_share();
  while (ended) {
    struct flow *f = ended;
    ended = f->next;
    counts.flows++;
    f->f(f->arg);
    free(f);
  }
}

void engine_flow(int from, int to, double bytes, void (*f)(void *), void *arg)
{
  struct flow *flow = xcalloc(1, sizeof *flow), **last = &flows;
  *flow = (struct flow){from, to, bytes, 0, 0, f, arg, NULL};
  while (*last)
    last = &(*last)->next;
  *last = flow;
  flows_share();
}

/* --- contexts --- */

static void make_runnable(struct context *c)
{
  c->next = NULL;
  *runnable_end = c;
  runnable_end = &c->next;
}

static void context_main(unsigned high, unsigned low)
{
  struct context *c = (void *)(((uintptr_t)high << 32) | low);
  c->f(c->arg);
  engine_exit_context();
}

void engine_guard_stacks(int on)
{
  (void)on;
}

void engine_execute_stacks(void)
{
}

struct context *engine_spawn(size_t stack, void (*f)(void *), void *arg)
{
  struct context *c = xcalloc(1, sizeof *c);
  c->size = stack < STACK_MIN ? STACK_MIN : stack;
  c->stack = xmalloc(c->size);
  c->f = f;
  c->arg = arg;
  getcontext(&c->machine);
  c->machine.uc_stack.ss_sp = c->stack;
  c->machine.uc_stack.ss_size = c->size;
  uintptr_t bits = (uintptr_t)c;
  makecontext(&c->machine, (void (*)(void))context_main, 2,
              (unsigned)(bits >> 32), (unsigned)bits);
  make_runnable(c);
  return c;
}

void engine_foresee_turns(void (*how)(const void *arg, int stage))
{
  (void)how;
}

void engine_unready(void)
{
}

void engine_park_until(bool (*ready)(void *arg))
{
  struct context *c = running;
  if (c->woken) {
    c->woken = 0;
    return;
  }
  c->ready = ready;
  c->parked = 1;
  parked++;
  counts.parks++;
  swapcontext(&c->machine, &engine_machine);
}

void engine_park(void)
{
  engine_park_until(NULL);
}

void engine_wake(struct context *c)
{
  if (c->ended) return;
  if (!c->parked) {
    c->woken = 1;
    return;
  }
  c->parked = 0;
  parked--;
  counts.wakes++;
  make_runnable(c);
}

void engine_exit_context(void)
{
  running->ended = 1;
  setcontext(&engine_machine);
  abort();
}

int engine_on_event_stack(void)
{
  return running == NULL;
}

void engine_stack(struct context *c, void **low, void **high)
{
  *low = c->stack;
  *high = c->stack + c->size;
}

int engine_near_stacks(const void *address)
{
  (void)address;
  return 1;
}

/* A wake meanwhile is a reason to ask again. */
static int context_ready(struct context *c)
{
  int ready;
  do {
    c->woken = 0;
    ready = c->ready(c->arg);
  } while (!ready && c->woken);
  c->parked = !ready;
  parked += !ready;
  return ready;
}

static void contexts_run(void)
{
  while (runnable) {
    struct context *c = runnable;
    runnable = runnable->next;
    if (!runnable) runnable_end = &runnable;
    if (c->ready && !context_ready(c)) continue;
    running = c;
    counts.switches++;
    swapcontext(&engine_machine, &running->machine);
    if (running->ended) {
      free(running->stack);
      running->stack = NULL;
    }
    running = NULL;
  }
}

/* --- the clock --- */

int engine_half_routes(int host, struct half_route *out, struct half_route *in)
{
  (void)host, (void)out, (void)in;
  return -1;
}

void engine_at(double date, void (*f)(void *), void *arg)
{
  events_post(&queue, fmax(date, engine_now()), f, arg);
}

void engine_run(void)
{
  struct event event;
  contexts_run();
  for (;;) {
    double date = fmin(events_head(&queue), flows_next());
    if (date == HUGE_VAL) return;
    flows_advance(fmax(date, engine_now()));
    while (events_pop(&queue, engine_now(), &event)) {
      counts.events++;
      event.f(event.arg);
    }
    contexts_run();
  }
}

struct engine_counts engine_counts(void)
{
  return counts;
}

bool engine_all_pending(bool (*are)(void (*f)(void *), const void *arg))
{
  return !flows && events_all(&queue, are);
}

/* The stub runs no program that signals could be sent to. */
void engine_on_request(void (*f)(void))
{
  (void)f;
}

volatile int engine_requested;
void engine_serve(void)
{
}

void engine_request(void)
{
}

void engine_redirect_streams(FILE *(*input)(void))
{
  (void)input;
}

void engine_redirect_terminate(void (*(*handler)(void))(void))
{
  (void)handler;
}
