/* Messages: a small machine of events each, and two dates per interface.
 *
 * Invariant: interfaces are booked in events, at the date of the message's
 * issue and of its head's arrival, never ahead of the clock; so what is booked
 * is in the order of dates, then of calls. */
#include "net.h"

#include "../../model/memory.h"
#include "../cost/cost.h"
#include "../engine.h"
#include "../exit.h"
#include "memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SEGMENT_BYTES 65536.0
enum { SEGMENTS_MAX = 256, CACHED = 1 << 3 };

struct cached {
  int to; /* -1: empty */
  struct route route;
};

struct host {
  double out_free, in_free; /* dates from which its interface is free */
  struct memory memory;
  struct cached *routes; /* CACHED of them, made when it first sends */
};

static struct host *hosts;
static struct net_counts counts;

/* --- routes --- */

static void route_missing(int from, int to)
{
  dprintf(STDERR_FILENO,
          "oriel: the platform has no route from host %s to host %s\n",
          engine_host_name(from), engine_host_name(to));
  _exit(EXIT_USAGE);
}

/* Valid until the next call. */
static const struct route *route(int from, int to)
{
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

static void injected(void *arg)
{
  struct net_message *m = arg;
  m->injected(m);
}

static void arrived(void *arg)
{
  struct net_message *m = arg;
  m->arrived(m);
}

static void post_injected(struct net_message *m, double date)
{
  if (m->injected) engine_at(date, injected, m);
}

/* --- hybrid, small: queues at both interfaces --- */

static void eject(void *arg)
{
  struct net_message *m = arg;
  const struct route *r = route(m->from, m->to);
  struct host *to = &hosts[m->to];
  double start = fmax(engine_now(), to->in_free);
  to->in_free = start + fmax(cost.gap, m->bytes / r->in);
  engine_at(start + m->bytes / r->bandwidth, arrived, m);
}

static void inject(void *arg)
{
  struct net_message *m = arg;
  const struct route *r = route(m->from, m->to);
  struct host *from = &hosts[m->from];
  double start = fmax(engine_now(), from->out_free);
  double busy = m->bytes / r->out;
  from->out_free = start + fmax(cost.gap, busy);
  post_injected(m, start + busy);
  engine_at(start + r->latency, eject, m);
}

/* --- flows --- */

static void flow_leave(void *);

static void flow_left(void *arg)
{
  struct net_message *m = arg;
  if (m->left > 0) {
    flow_leave(m);
    return;
  }
  engine_at(engine_now() + m->latency, arrived, m);
  if (m->injected) m->injected(m);
}

static void flow_leave(void *arg)
{
  struct net_message *m = arg;
  double segment = m->left;
  if (cost.network == NETWORK_HYBRID)
    segment = fmin(segment, fmax(SEGMENT_BYTES, m->bytes / SEGMENTS_MAX));
  m->left -= segment;
  engine_flow(m->from, m->to, segment, flow_left, m);
}

static void flow_start(void *arg)
{
  struct net_message *m = arg;
  struct host *from = &hosts[m->from];
  double now = engine_now(), start = fmax(now, from->out_free);
  from->out_free = start + cost.gap;
  m->latency = route(m->from, m->to)->latency;
  m->left = m->bytes;
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
  post_injected(m, now + m->bytes / r->out);
  engine_at(now + r->latency + m->bytes / r->bandwidth, arrived, m);
}

/* --- within a host --- */

static void copied(void *arg)
{
  struct net_message *m = arg;
  engine_at(engine_now() + m->latency, arrived, m);
  if (m->injected) m->injected(m);
}

static void copy(void *arg)
{
  struct net_message *m = arg;
  struct memory *memory = &hosts[m->from].memory;
  const struct route *own = route(m->from, m->from);
  m->latency = memory_latency(m->from);
  memory->bandwidth = has_loopback(own) ? own->bandwidth : HUGE_VAL;
  double alone = fmin(cost.copy, memory->bandwidth);
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

void net_ack(struct net_message *m, double date, double share)
{
  engine_at(date + share * net_latency(m->from, m->to), arrived, m);
}

struct net_counts net_counts(void)
{
  return counts;
}

void net_open(void)
{
  hosts = xcalloc(engine_host_count(), sizeof *hosts);
  engine_limit_links(cost.network == NETWORK_HYBRID);
}
