/* Messages: a small machine of events each, and two dates per interface.
 *
 * Invariant: interfaces are booked in events, at the date of the message's
 * issue and of its head's arrival, never ahead of the clock; so what is booked
 * is in the order of dates, then of calls. */
#include "net.h"

#include "../../model/memory.h"
#include "../../model/observer.h"
#include "../../model/pool.h"
#include "../cost/cost.h"
#include "../engine.h"
#include "../exit.h"
#include "../plain.h"
#include "memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SEGMENT_BYTES 65536.0
/* PLACES are enough to keep a link busy, and few enough for links.c and
 * SimGrid, which look at all that wait for a link whenever one has left it. */
enum { SEGMENTS_MAX = 256, PLACES = 16, CACHED = 1 << 3 };

struct cached {
  int to; /* -1: empty */
  struct route route;
};

/* Where flows wait, first come first served, for one of the PLACES of the
 * first or the last link of their route. */
struct places {
  int taken;
  struct net_message *first, **last;
};

/* What all routes from, and to, a host have in common, where there is that. */
struct halves {
  struct {
    double latency, bandwidth;
  } out, in;
  int first, last; /* links: of those from it, of those to it */
  enum { HALVES_UNKNOWN, HALVES_NONE, HALVES_KNOWN } state;
};

/* What small messages need is one cache line. */
struct host {
  _Alignas(64) double out_free; /* dates from which its interface is free */
  double in_free;
  struct halves halves;
  double atomic_free;    /* likewise, for applying atomics */
  struct memory *memory; /* made when it is first used */
  struct cached *routes; /* CACHED of them, made when it first needs one */
};

static struct host *hosts;
static struct places *links;
static struct net_counts counts;

/* Of numbers; the C library's are calls, for the sake of others. */

static inline double least(double a, double b)
{
  return a < b ? a : b;
}

static inline double greatest(double a, double b)
{
  return a > b ? a : b;
}

/* --- routes --- */

static void route_missing(int from, int to)
{
  dprintf(STDERR_FILENO,
          "oriel: the platform has no route from host %s to host %s\n",
          engine_host_name(from), engine_host_name(to));
  _exit(EXIT_USAGE);
}

static bool halves_find(int host, struct halves *h)
{
  struct half_route out, in;
  h->state = HALVES_NONE;
  if (plain || engine_half_routes(host, &out, &in)) return false;
  *h = (struct halves){
      .out = {out.latency, out.bandwidth},
      .in = {in.latency, in.bandwidth},
      .first = out.link,
      .last = in.link,
      .state = HALVES_KNOWN,
  };
  return true;
}

static inline const struct halves *halves_of(int host)
{
  struct halves *h = &hosts[host].halves;
  if (h->state == HALVES_KNOWN) return h;
  return h->state == HALVES_UNKNOWN && halves_find(host, h) ? h : NULL;
}

static const struct route *joined(const struct halves *from,
                                  const struct halves *to)
{
  static struct route r;
  r = (struct route){
      .latency = from->out.latency + to->in.latency + cost.interface,
      .bandwidth = least(from->out.bandwidth, to->in.bandwidth),
      .out = from->out.bandwidth,
      .in = to->in.bandwidth,
      .links = 2,
      .first = from->first,
      .last = to->last,
  };
  return &r;
}

/* Valid until the next call. */
static const struct route *route(int from, int to)
{
  const struct halves *a = from == to ? NULL : halves_of(from);
  const struct halves *b = a ? halves_of(to) : NULL;
  if (b) return joined(a, b);
  struct host *host = &hosts[from];
  if (!host->routes) {
    host->routes = xmalloc(CACHED * sizeof *host->routes);
    for (int i = 0; i < CACHED; i++)
      host->routes[i].to = -1;
  }
  uint32_t spread = (uint32_t)to * 2654435769u; /* its 3 high bits count */
  struct cached *cached = &host->routes[spread >> 29];
  if (cached->to == to) return &cached->route;
  if (engine_route(from, to, &cached->route)) route_missing(from, to);
  if (from != to) cached->route.latency += cost.interface;
  cached->to = to;
  return &cached->route;
}

/* A loopback link is one link; a way out through the interface and back is
 * not taken. */
static bool has_loopback(const struct route *own)
{
  return own->links == 1;
}

static double memory_latency(int host)
{
  const struct route *own = route(host, host);
  return has_loopback(own) ? own->latency : 0;
}

double net_latency(int from, int to)
{
  return from == to ? memory_latency(from) : route(from, to)->latency;
}

/* --- the instants of a message --- */

static void arrived(void *arg)
{
  struct net_message *m = arg;
  m->arrived(m);
}

static void tell_injected(struct net_message *m, double date)
{
  if (m->injected) m->injected(m, date);
}

/* The first date at which an interface is free. */
static double free_from(double date)
{
  double now = engine_now();
  if (date <= now) return now;
  spent(TERM_QUEUE, date - now);
  return date;
}

/* --- hybrid, small: queues at both interfaces --- */

static void eject(void *arg)
{
  struct net_message *m = arg;
  struct host *to = &hosts[m->to];
  double start = free_from(to->in_free);
  to->in_free = start + greatest(cost.gap, m->ejection);
  engine_at(start + spent(TERM_BANDWIDTH, m->transfer), arrived, m);
}

static void inject(void *arg)
{
  struct net_message *m = arg;
  const struct route *r = route(m->from, m->to);
  struct host *from = &hosts[m->from];
  double start = free_from(from->out_free);
  double busy = m->ejection = m->transfer = 0;
  if (m->bytes > 0) { /* a notice needs no division */
    busy = m->bytes / r->out;
    m->ejection = m->bytes / r->in;
    m->transfer = m->bytes / r->bandwidth;
  }
  from->out_free = start + greatest(cost.gap, busy);
  tell_injected(m, start + busy);
  engine_at(start + spent(TERM_LATENCY, r->latency), eject, m);
}

/* --- flows --- */

static bool places_full(struct places *places, struct net_message *m)
{
  if (places->taken < PLACES) return false;
  m->next = NULL;
  if (!places->first) places->last = &places->first;
  *places->last = m;
  places->last = &m->next;
  return true;
}

static void flow_left(void *);

/* A segment takes a place at both ends or waits, without one, at the end that
 * is full; so whoever waits is called when what it lacked is free. */
static void segment_try(struct net_message *m)
{
  const struct route *r = route(m->from, m->to);
  struct places *first = &links[r->first], *last = &links[r->last];
  if (places_full(first, m) || places_full(last, m)) return;
  first->taken++;
  last->taken++;
  double segment = greatest(SEGMENT_BYTES, m->bytes / SEGMENTS_MAX);
  segment = least(segment, m->left);
  m->left -= segment;
  engine_flow(m->from, m->to, segment, flow_left, m);
}

static void places_free(struct places *places)
{
  places->taken--;
  while (places->first && places->taken < PLACES) {
    struct net_message *m = places->first;
    places->first = m->next;
    segment_try(m);
  }
}

static void segment_left(struct net_message *m)
{
  const struct route *r = route(m->from, m->to);
  int first = r->first, last = r->last; /* r is gone with the next route */
  places_free(&links[first]);
  places_free(&links[last]);
}

static void flow_leave(void *arg)
{
  struct net_message *m = arg;
  if (cost.network == NETWORK_HYBRID) {
    segment_try(m);
    return;
  }
  m->left = 0;
  engine_flow(m->from, m->to, m->bytes, flow_left, m);
}

static void flow_left(void *arg)
{
  struct net_message *m = arg;
  if (cost.network == NETWORK_HYBRID) segment_left(m);
  if (m->left > 0) {
    segment_try(m);
    return;
  }
  spent(TERM_BANDWIDTH, engine_now() - m->started);
  engine_at(engine_now() + spent(TERM_LATENCY, m->latency), arrived, m);
  tell_injected(m, engine_now());
}

static void flow_start(void *arg)
{
  struct net_message *m = arg;
  struct host *from = &hosts[m->from];
  double now = engine_now(), start = free_from(from->out_free);
  from->out_free = start + cost.gap;
  m->latency = route(m->from, m->to)->latency;
  m->left = m->bytes;
  m->started = start;
  counts.flows++;
  if (start > now)
    engine_at(start, flow_leave, m);
  else
    flow_leave(m);
}

/* --- nothing shared --- */

static void fly(void *arg)
{
  struct net_message *m = arg;
  const struct route *r = route(m->from, m->to);
  double now = engine_now();
  tell_injected(m, now + m->bytes / r->out);
  engine_at(now + spent(TERM_LATENCY, r->latency) +
                spent(TERM_BANDWIDTH, m->bytes / r->bandwidth),
            arrived, m);
}

/* --- within a host --- */

static void copied(void *arg)
{
  struct net_message *m = arg;
  spent(TERM_COPY, engine_now() - m->started);
  engine_at(engine_now() + spent(TERM_LATENCY, m->latency), arrived, m);
  tell_injected(m, engine_now());
}

static struct memory *memory_of(int host)
{
  struct host *h = &hosts[host];
  if (!h->memory) h->memory = xcalloc(1, sizeof *h->memory);
  return h->memory;
}

static void copy(void *arg)
{
  struct net_message *m = arg;
  struct memory *memory = memory_of(m->from);
  const struct route *own = route(m->from, m->from);
  m->latency = memory_latency(m->from);
  m->started = engine_now();
  memory->bandwidth = has_loopback(own) ? own->bandwidth : HUGE_VAL;
  double alone = least(cost.copy, memory->bandwidth);
  if (m->bytes == 0 || cost.network == NETWORK_LATENCY)
    engine_at(engine_now() + m->bytes / alone, copied, m);
  else
    memory_transfer(memory, m->bytes, copied, m);
}

/* --- sending --- */

static void (*way(const struct net_message *m))(void *)
{
  if (m->from == m->to) return copy;
  if (cost.network == NETWORK_LATENCY) return fly;
  bool flow =
      cost.network == NETWORK_FLUID ? m->bytes > 0 : m->bytes > cost.flow_min;
  return flow ? flow_start : inject;
}

void net_send(struct net_message *m, double date)
{
  counts.messages++;
  counts.bytes += m->bytes;
  engine_at(date, way(m), m);
}

double net_ack_date(const struct net_message *m, double date, double share)
{
  return date + spent(TERM_ACK, share * net_latency(m->from, m->to));
}

void net_ack(struct net_message *m, double date, double share)
{
  engine_at(net_ack_date(m, date, share), arrived, m);
}

/* --- dates without events --- */

/* It takes an interface, unless `--network` says that nothing is shared. */
static double take(double *free, double date, double seconds)
{
  if (cost.network == NETWORK_LATENCY) return date;
  double start = date;
  if (*free > date) start = date + spent(TERM_QUEUE, *free - date);
  *free = start + greatest(cost.gap, seconds);
  return start;
}

static struct net_departure leave_by_memory(int host, double bytes, double date)
{
  const struct route *own = route(host, host);
  double speed =
      has_loopback(own) ? least(cost.copy, own->bandwidth) : cost.copy;
  double injected = date + spent(TERM_COPY, bytes / speed);
  return (struct net_departure){
      injected, injected + spent(TERM_LATENCY, memory_latency(host))};
}

struct net_departure net_leave(int from, int to, double bytes, double date,
                               double *free)
{
  if (from == to) return leave_by_memory(from, bytes, date);
  const struct route *r = route(from, to);
  double busy = bytes / r->out, start = take(free, date, busy);
  return (struct net_departure){start + busy,
                                start + spent(TERM_LATENCY, r->latency)};
}

double net_injection(int from, int to, double bytes)
{
  return from == to ? 0 : bytes / route(from, to)->out;
}

double net_land(int from, int to, double bytes, double head, double *free)
{
  if (from == to) return head;
  const struct route *r = route(from, to);
  return take(free, head, bytes / r->in) +
         spent(TERM_BANDWIDTH, bytes / r->bandwidth);
}

double net_atomic(int host, double seconds)
{
  struct host *h = &hosts[host];
  h->atomic_free = greatest(h->atomic_free, engine_now()) + seconds;
  return h->atomic_free;
}

struct net_counts net_counts(void)
{
  return counts;
}

void net_open(void)
{
  hosts = block_new(engine_host_count() * sizeof *hosts);
  links = xcalloc(engine_link_count(), sizeof *links);
  engine_limit_links(cost.network == NETWORK_HYBRID);
}
