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
#include "../engine/engine.h"
#include "../plain.h"
#include "../vain.h"
#include "memory.h"
#include "places.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define SEGMENT_BYTES 65536.0
enum { SEGMENTS_MAX = 256, CACHED = 1 << 3 };

struct cached {
  int to; /* -1: empty */
  struct route route;
};

/* What all routes from, and to, a host have in common, where there is that. */
struct halves {
  struct {
    double latency, bandwidth;
  } out, in;
};
enum { HALVES_NOBODY = -2, HALVES_NONE, HALVES_UNKNOWN }; /* or 1 + which */

struct host {
  double atomic_free;    /* the date from which its interface applies atomics */
  struct memory *memory; /* made when it is first used */
  struct cached *routes; /* CACHED of them, made when it first needs one */
  int first, last;       /* links of its halves: of those from it, to it */
};

/* By host, what every small message needs: the dates from which its interface
 * is free to send and to receive, and which halves are its own. The hosts of a
 * machine are of a few kinds, so this is little memory, and close together for
 * ranks that go in step. */
static double *out_free, *in_free;
static int *halves_of;

static struct halves *halves; /* each unlike the one before it */
static int halves_count;
static struct host *hosts;
static struct net_counts counts;

/* For ordinary numbers: fmin() and fmax() also care for NaN, and are calls. */

static inline double least(double a, double b)
{
  return a < b ? a : b;
}

static inline double greatest(double a, double b)
{
  return a > b ? a : b;
}

/* --- routes --- */

static void (*route_missing)(int from, int to);

/* The number of halves like these; hosts that are alike share it. */
static int halves_number(struct halves h)
{
  const struct halves *last = halves_count ? &halves[halves_count - 1] : NULL;
  bool same = last && last->out.latency == h.out.latency &&
              last->out.bandwidth == h.out.bandwidth &&
              last->in.latency == h.in.latency &&
              last->in.bandwidth == h.in.bandwidth;
  if (same) return halves_count;
  halves = xgrow(halves, halves_count, sizeof *halves);
  halves[halves_count++] = h;
  return halves_count;
}

/* Has it halves? */
static bool halves_find(int host)
{
  struct half_route out, in;
  if (halves_of[host] != HALVES_UNKNOWN) return halves_of[host] > 0;
  halves_of[host] = HALVES_NONE;
  if (plain || engine_half_routes(host, &out, &in)) return false;
  hosts[host].first = out.link;
  hosts[host].last = in.link;
  halves_of[host] = halves_number((struct halves){{out.latency, out.bandwidth},
                                                  {in.latency, in.bandwidth}});
  return true;
}

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
  cached->route.latency += cost.interface;
  cached->to = to;
  return &cached->route;
}

/* What most messages ask of the route between two hosts. */
struct way {
  double latency, bandwidth;
  double out, in; /* of its first and its last link */
};

/* The way that two halves make together: the last one that was asked for. */
static struct {
  int out, in; /* which, as in halves_of */
  struct way way;
} joined;

static void join(int out, int in)
{
  const struct halves *a = &halves[out - 1], *b = &halves[in - 1];
  joined.out = out;
  joined.in = in;
  joined.way = (struct way){
      .latency = a->out.latency + b->in.latency + cost.interface,
      .bandwidth = least(a->out.bandwidth, b->in.bandwidth),
      .out = a->out.bandwidth,
      .in = b->in.bandwidth,
  };
}

__attribute__((noinline)) static struct way way_find(int from, int to)
{
  if (halves_find(from) && halves_find(to)) {
    join(halves_of[from], halves_of[to]);
    return joined.way;
  }
  const struct route *r = route(from, to);
  return (struct way){r->latency, r->bandwidth, r->out, r->in};
}

static inline struct way way(int from, int to)
{
  bool known = halves_of[from] == joined.out && halves_of[to] == joined.in;
  return known ? joined.way : way_find(from, to);
}

void net_ask(const struct net_message *m)
{
  memory_ask(&halves_of[m->from]);
  memory_ask(&halves_of[m->to]);
}

/* The links where its flows contend. */
struct ends {
  int first, last;
};

static struct ends ends(int from, int to)
{
  if (halves_find(from) && halves_find(to))
    return (struct ends){hosts[from].first, hosts[to].last};
  const struct route *r = route(from, to);
  return (struct ends){r->first, r->last};
}

/* A way out through the interface and back is not taken. The route of a host to
 * itself is asked for once, and is in no table of routes. */
static struct memory *memory_new(int host)
{
  struct memory *m = xcalloc(1, sizeof *m);
  struct route own;
  if (engine_route(host, host, &own)) route_missing(host, host);
  bool has_loopback = own.links == 1;
  m->bandwidth = has_loopback ? own.bandwidth : HUGE_VAL;
  m->latency = has_loopback ? own.latency : 0;
  return m;
}

static struct memory *memory_of(int host)
{
  struct host *h = &hosts[host];
  if (!h->memory) h->memory = memory_new(host);
  return h->memory;
}

double net_latency(int from, int to)
{
  return from == to ? memory_of(from)->latency : way(from, to).latency;
}

/* --- the instants of a message --- */

static void arrive_at(double date, struct net_message *m)
{
  engine_at(date, m->arrived, m);
}

static void tell_injected(struct net_message *m, double date)
{
  if (m->injected) m->injected(m, date);
}

/* The first date at which an interface is free. Most are: the processor goes on
 * with now before it has read the other date, which may be in no cache; so this
 * is a branch, though it is mispredicted where targets are random. */
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
  double start = free_from(in_free[m->to]);
  /* Read in any case, so that nobody has to foresee which messages have bytes:
   * notices and payloads come in no order. */
  double ejection = m->ejection, transfer = m->transfer;
  double busy = m->bytes > 0 ? ejection : 0;
  transfer = m->bytes > 0 ? transfer : 0;
  in_free[m->to] = start + greatest(cost.gap, busy);
  arrive_at(start + spent(TERM_BANDWIDTH, transfer), m);
}

static void inject(void *arg)
{
  struct net_message *m = arg;
  struct way w = way(m->from, m->to);
  double start = free_from(out_free[m->from]);
  double busy = 0;
  if (m->bytes > 0) { /* divided once where links are alike */
    busy = m->bytes / w.out;
    m->ejection = w.in == w.out ? busy : m->bytes / w.in;
    m->transfer = w.bandwidth == w.out ? busy : m->bytes / w.bandwidth;
  }
  out_free[m->from] = start + greatest(cost.gap, busy);
  tell_injected(m, start + busy);
  engine_at(start + spent(TERM_LATENCY, w.latency), eject, m);
}

/* --- flows --- */

static void flow_left(void *);

/* It has a place at both ends. */
static void segment_go(struct net_message *m)
{
  double segment = greatest(SEGMENT_BYTES, m->bytes / SEGMENTS_MAX);
  segment = least(segment, m->left);
  m->left -= segment;
  engine_flow(m->from, m->to, segment, flow_left, m);
}

static void segment_try(struct net_message *m)
{
  struct ends e = ends(m->from, m->to);
  if (places_take(e.first, e.last, m)) segment_go(m);
}

static void segment_left(struct net_message *m)
{
  struct ends e = ends(m->from, m->to);
  void *next[2];
  places_free(e.first, e.last, next);
  for (int i = 0; i < 2; i++)
    if (next[i]) segment_go(next[i]);
}

static void flow_leave(void *arg)
{
  struct net_message *m = arg;
  if (cost.network == NETWORK_HYBRID) {
    segment_try(m);
    return;
  }
  m->left = 0;
  way(m->from, m->to); /* where there is none, SimGrid would die */
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
  double latency = way(m->from, m->to).latency;
  arrive_at(engine_now() + spent(TERM_LATENCY, latency), m);
  tell_injected(m, engine_now());
}

static void flow_start(void *arg)
{
  struct net_message *m = arg;
  double now = engine_now(), start = free_from(out_free[m->from]);
  out_free[m->from] = start + cost.gap;
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
  struct way w = way(m->from, m->to);
  double now = engine_now();
  tell_injected(m, now + m->bytes / w.out);
  arrive_at(now + spent(TERM_LATENCY, w.latency) +
                spent(TERM_BANDWIDTH, m->bytes / w.bandwidth),
            m);
}

/* --- within a host --- */

static void copied(void *arg)
{
  struct net_message *m = arg;
  if (m->bytes > 0) spent(TERM_COPY, engine_now() - m->started);
  double latency = memory_of(m->from)->latency;
  arrive_at(engine_now() + spent(TERM_LATENCY, latency), m);
  tell_injected(m, engine_now());
}

static void copy(void *arg)
{
  struct net_message *m = arg;
  struct memory *memory = memory_of(m->from);
  if (m->bytes > 0) m->started = engine_now();
  double alone = least(cost.copy, memory->bandwidth);
  if (m->bytes == 0 || cost.network == NETWORK_LATENCY)
    engine_at(engine_now() + m->bytes / alone, copied, m);
  else
    memory_transfer(memory, m->bytes, copied, m);
}

/* --- sending --- */

static void (*small)(void *); /* how small messages go, and what is larger */
static double flow_above;
static bool queued; /* all messages of at most `eager` bytes, at interfaces */

void net_send(struct net_message *m, double date)
{
  counts.messages++;
  counts.bytes += m->bytes;
  engine_at(date,
            m->from == m->to         ? copy
            : m->bytes <= flow_above ? small
                                     : flow_start,
            m);
}

/* Where a message takes the last interface as long as its bytes take, the next
 * one is behind it. */
bool net_in_order(int from, int to)
{
  if (!queued || from == to) return false;
  struct way w = way(from, to);
  return w.bandwidth == w.in;
}

double net_ack_date(const struct net_message *m, double date, double share)
{
  return date + spent(TERM_ACK, share * net_latency(m->from, m->to));
}

void net_ack(struct net_message *m, double date, double share)
{
  arrive_at(net_ack_date(m, date, share), m);
}

/* --- dates without events --- */

/* A message takes an interface, unless `--network` says that nothing is
 * shared. */
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
  const struct memory *m = memory_of(host);
  double speed = least(cost.copy, m->bandwidth);
  double injected = date + spent(TERM_COPY, bytes / speed);
  return (struct net_departure){injected,
                                injected + spent(TERM_LATENCY, m->latency)};
}

struct net_departure net_leave(int from, int to, double bytes, double date,
                               double *free)
{
  if (from == to) return leave_by_memory(from, bytes, date);
  struct way w = way(from, to);
  double busy = bytes / w.out, start = take(free, date, busy);
  return (struct net_departure){start + busy,
                                start + spent(TERM_LATENCY, w.latency)};
}

double net_injection(int from, int to, double bytes)
{
  return from == to ? 0 : bytes / way(from, to).out;
}

double net_land(int from, int to, double bytes, double head, double *free)
{
  if (from == to) return head;
  struct way w = way(from, to);
  return take(free, head, bytes / w.in) +
         spent(TERM_BANDWIDTH, bytes / w.bandwidth);
}

bool net_lands_by(int from, int to, double bytes, double head, double free,
                  double date)
{
  if (from == to) return head <= date;
  return greatest(free, head) + bytes / way(from, to).bandwidth <= date;
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

/* --- foresight --- */

static void (*injected_foreseen)(const struct coming *, unsigned n);

static void injections_foreseen(const struct coming *calls, unsigned n,
                                int stage)
{
  if (stage != 1 && stage != FORESIGHT_ORDERED) return;
  if (injected_foreseen) injected_foreseen(calls, n);
  FORESEEN (i, calls, n) {
    const struct net_message *m = calls[i].arg;
    memory_ask(&out_free[m->from]);
    net_ask(m);
  }
}

static void ejections_foreseen(const struct coming *calls, unsigned n,
                               int stage)
{
  if (stage != 1) return;
  FORESEEN (i, calls, n) {
    const struct net_message *m = calls[i].arg;
    memory_ask(&in_free[m->to]);
  }
}

void net_foresee_injected(void (*how)(const struct coming *, unsigned n))
{
  injected_foreseen = how;
}

/* An event of a message is in vain if that of its arrival will be. */
static bool message_in_vain(const void *arg)
{
  const struct net_message *m = arg;
  return vain_event(m->arrived, m);
}

static void tell_vain(void)
{
  vain_add(inject, message_in_vain);
  vain_add(eject, message_in_vain);
  vain_add(fly, message_in_vain);
  vain_add(copy, message_in_vain);
  vain_add(copied, message_in_vain);
  memory_transfers_open();
}

void net_open(void (*unreachable)(int from, int to))
{
  route_missing = unreachable;
  size_t n = engine_host_count();
  hosts = block_new(n * sizeof *hosts);
  out_free = block_new(n * sizeof *out_free);
  in_free = block_new(n * sizeof *in_free);
  halves_of = block_new(n * sizeof *halves_of);
  places_open(engine_link_count());
  joined.out = HALVES_NOBODY;
  bool shared = cost.network != NETWORK_LATENCY;
  queued = cost.network == NETWORK_HYBRID && cost.eager <= cost.flow_min;
  small = shared ? inject : fly;
  flow_above = cost.network == NETWORK_FLUID ? 0
               : shared                      ? (double)cost.flow_min
                                             : HUGE_VAL;
  engine_limit_links(cost.network == NETWORK_HYBRID);
  foresight_add(small, injections_foreseen);
  foresight_add(eject, ejections_foreseen);
  tell_vain();
}
