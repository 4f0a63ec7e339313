/* The network: how a message of some bytes gets from a host to another.
 *
 * The one place that turns sizes into dates. A message passes three instants:
 * sent (its date), injected (the last byte has left the sender's interface:
 * the buffer may be reused) and arrived (the last byte is there). By --network
 * (sim/cost) small payloads are timed events queued at both interfaces,
 * larger ones flows; a message within a host goes through the host's memory
 * link instead, at most `copy` B/s each, and never touches the interface.
 * Arrival of a message that shares nothing: date + latency + bytes/bandwidth.
 * Invariant: two messages from one host to another, sent at one date, are
 * injected in the order of the calls. */
#ifndef ORIEL_NET_H
#define ORIEL_NET_H

/* Owned by the caller, embedded in its own struct, untouched by it from
 * net_send until `arrived` (which may free it) was called. */
struct net_message {
  int from, to; /* hosts */
  double bytes; /* 0: a notice */
  void (*injected)(struct net_message *); /* may be NULL */
  void (*arrived)(struct net_message *);
  /* net.c's own: */
  double sent, latency, bandwidth;
  double left; /* bytes of a flow not yet sent */
};

/* Before the run, after cost_load. */
void net_open(void);

/* Send at `date` >= now. Both callbacks run on the engine's stack, never
 * inside this call. May be called by a rank that runs ahead of the clock. */
void net_send(struct net_message *, double date);

/* Hardware's completion notice: arrives `share` * latency after `date`, needs
 * no interface and no bandwidth. `bytes`, `injected` are not used. */
void net_ack(struct net_message *, double date, double share);

/* Route latency between two hosts, 0 within one without a loopback link. */
double net_latency(int from, int to);

struct net_counts {
  unsigned long messages, flows;
  double bytes;
};
struct net_counts net_counts(void);

#endif
