/* The network: how a message of some bytes gets from a host to another.
 *
 * The one place that turns sizes into dates. A message passes three instants:
 * sent (its date), injected (the last byte has left the sender's interface:
 * the buffer may be reused) and arrived (the last byte is there). A message
 * that shares nothing arrives at date + latency + bytes/bandwidth, bandwidth
 * being that of the narrowest link of the route and latency the sum of its
 * links' and cost.interface. What it shares depends on cost.network:
 *
 * hybrid   A notice, or a payload up to flow_min, queues at the two
 *          interfaces. It leaves from start = max(date, the interface free
 *          for sending), which is then taken for max(gap, bytes/bandwidth of
 *          the route's first link), and is injected after those bytes; its
 *          head arrives `latency` after start, queues for the receiving
 *          interface likewise (gap, bandwidth of the last link), and is there
 *          bytes/bandwidth later. It does not feel the flows beside it, nor
 *          links between the two interfaces.
 *          A larger payload is a flow, in segments of 64 KiB, never more than
 *          256 of them: on a link, segments take turns (so a short flow is
 *          not stuck behind a long one), each with the link for itself, or as
 *          many at a time as fill it where it is faster than hosts are; at
 *          most 16 contend for the first and for the last link of their
 *          routes, the others queue. The sending interface is taken for `gap`
 *          when the flow starts. It is injected when its last segment has left
 *          and arrives `latency` later.
 * fluid    Every payload is one flow; flows that share links get max-min fair
 *          shares. Notices as above.
 * latency  Nothing is shared, interfaces are never taken.
 *
 * A message within a host goes through the host's memory (memory.h), which
 * `latency` does not share either, and never touches an interface.
 *
 * Invariant: two messages from one host to another, sent at one date, start to
 * be injected in the order of the calls. */
#ifndef ORIEL_NET_H
#define ORIEL_NET_H

#include "../engine/foresight.h"

#include <stdbool.h>

/* Owned by the caller, embedded in its own struct, untouched by it from
 * net_send until `arrived` (which may free it) was called. */
struct net_message {
  int from, to; /* hosts */
  double bytes; /* 0: a notice */
  /* Called once it is known at which date, now or later, the last byte leaves;
   * an event of that date is the caller's business. May be NULL. */
  void (*injected)(struct net_message *, double date);
  void (*arrived)(void *message); /* an event, of the date of the arrival */
  /* net.c's own, of a message with bytes that was sent: */
  union {
    char own[24];     /* its owner may use it meanwhile */
    struct {          /* of a flow or a copy */
      double left;    /* bytes that have not left */
      double started; /* its first byte */
    };
    struct {           /* of another: seconds */
      double ejection; /* of the receiving interface */
      double transfer; /* of its bytes */
    };
  };
};

/* What has arrived goes back where it came from next. */
static inline void net_turn(struct net_message *m)
{
  int from = m->from;
  m->from = m->to;
  m->to = from;
}

/* Before the run, after cost_load. `unreachable` is told of hosts that a
 * message goes between where there is no route, and does not return. */
void net_open(void (*unreachable)(int from, int to));
/* Let what `injected` touches be foreseen so. */
void net_foresee_injected(void (*)(const struct coming *, unsigned n));
/* Have fetched what sending it, or back, will ask about its hosts. */
void net_ask(const struct net_message *);

/* Send at `date` >= now. Both callbacks run on the engine's stack, never
 * inside this call. May be called by a rank that runs ahead of the clock. */
void net_send(struct net_message *, double date);

/* Do messages of at most `eager` bytes from one host to the other arrive in the
 * order of their dates, those of one date in the order of the calls? */
bool net_in_order(int from, int to);

/* Hardware's completion notice: arrives `share` * latency after `date`, needs
 * no interface and no bandwidth. `bytes`, `injected`, `own` are not used. */
void net_ack(struct net_message *, double date, double share);
/* The date of its arrival, for who needs no event. */
double net_ack_date(const struct net_message *, double date, double share);

/* A message by its dates alone, without events: one that nothing meets but
 * others of its sender, and of its receiver, that are told in this way, too.
 * `free` is when the sending, or receiving, interface is free of those; it is
 * moved on. The dates are those of net_send where nothing is shared. */
struct net_departure {
  double injected, head; /* it has left; its head is at the receiver */
};
struct net_departure net_leave(int from, int to, double bytes, double date,
                               double *free);
/* How long it takes the sending interface; 0 within a host. */
double net_injection(int from, int to, double bytes);
/* The date at which it is there. */
double net_land(int from, int to, double bytes, double head, double *free);
/* Is it there by then? */
bool net_lands_by(int from, int to, double bytes, double head, double free,
                  double date);

/* Latency between two hosts; within one that of its loopback link, 0
 * without one. */
double net_latency(int from, int to);

/* The interface of a host applies atomics one after the other: the date at
 * which one that takes it `seconds` and comes now is done. */
double net_atomic(int host, double seconds);

struct net_counts {
  unsigned long messages, flows; /* flows: messages that were flows */
  double bytes;
};
struct net_counts net_counts(void);

#endif
