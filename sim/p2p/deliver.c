/* Delivery: from the match of a message with its receive to the end of both.
 *
 * An eager payload is here already. Of a larger one only the request is: it is
 * cleared to send by a notice back, and then its payload comes. A synchronous
 * send ends when a notice has told it of the match. Invariant: a message that
 * is being delivered is in no queue, and frees itself. */
#include "explain.h"
#include "message.h"

#include "../cost/cost.h"
#include "../moving.h"
#include "../../model/observer.h"

void p2p_send_done(struct message *m)
{
  struct p2p_send *s = m->send;
  if (!s) return;
  m->send = NULL;
  s->done(s);
}

void p2p_recv_done(struct p2p_recv *r)
{
  const struct datatype *type = by_name(&r->envelope) ? NULL : r->type;
  r->done(r); /* which may free it */
  if (type) datatype_unref((struct datatype *)type);
}

void message_copy(struct message *m, struct p2p_recv *r)
{
  MPI_Count room = p2p_bytes(r->count, r->type), bytes = message_bytes(m);
  if (bytes > room) bytes = room;
  if (!r->type || bytes == 0) return;
  struct moving_message about = {m->envelope.source, m->to, NULL, NULL};
  if (observers_hear.match && !by_name(&m->envelope)) {
    about.sender = &m->by;
    about.receiver = &r->by;
  }
  moving_begin(explain_moving, &about);
  if (m->load)
    datatype_unpack(r->buffer, r->count, r->type, 0, bytes,
                    m->load == LOAD_LONG ? m->payload : m->inside);
  else if (m->type)
    datatype_copy(r->buffer, r->count, r->type, m->buffer, m->count, m->type);
  moving_end();
}

/* --- eager --- */

static void at_date(double date, void (*f)(void *), struct message *m)
{
  if (date > engine_now())
    engine_at(date, f, m);
  else
    f(m);
}

static void copy_left(void *arg)
{
  p2p_send_done(arg);
}

void p2p_copy_injected(struct net_message *net, double date)
{
  at_date(date, copy_left, container_of(net, struct message, net));
}

/* A notice from the receiver to the sender. */
static void send_back(struct message *m, void (*arrived)(void *net))
{
  m->net = (struct net_message){.from = rank_hosts[m->to],
                                .to = rank_hosts[m->envelope.source],
                                .arrived = arrived};
  net_send(&m->net, engine_now());
}

static void acknowledge_arrived(void *net)
{
  struct message *m = container_of(net, struct message, net);
  p2p_send_done(m);
  message_free(m);
}

/* The whole payload is at the receiver, for this receive. */
static void delivered(struct message *m, struct p2p_recv *r)
{
  if (m->load || !m->rendezvous) message_copy(m, r);
  if (m->send && m->mode == SEND_SYNCHRONOUS) {
    send_back(m, acknowledge_arrived);
  } else {
    message_free(m);
  }
  p2p_recv_done(r);
}

/* --- rendezvous --- */

static void payload_left(void *arg)
{
  struct message *m = arg;
  if (!m->load) message_copy(m, m->recv);
  p2p_send_done(m);
}

static void payload_injected(struct net_message *net, double date)
{
  at_date(date, payload_left, container_of(net, struct message, net));
}

static void payload_arrived(void *net)
{
  struct message *m = container_of(net, struct message, net);
  delivered(m, m->recv);
}

/* A step of the handshake, by a rank's own CPU where nobody else progresses. */
static void progress(struct message *m, struct rank *r, void (*step)(void *))
{
  m->service = (struct service){.serve = step};
  if (cost.progress == PROGRESS_WEAK && strands_computing(r))
    rank_serve(r, &m->service);
  else
    step(&m->service);
}

static void send_payload(void *service)
{
  struct message *m = container_of(service, struct message, service);
  m->net = (struct net_message){.from = rank_hosts[m->envelope.source],
                                .to = rank_hosts[m->to],
                                .bytes = m->bytes,
                                .injected = payload_injected,
                                .arrived = payload_arrived};
  net_send(&m->net, engine_now());
}

static void clear_to_send_arrived(void *net)
{
  struct message *m = container_of(net, struct message, net);
  progress(m, rank_of(m->envelope.source), send_payload);
}

static void clear_to_send(void *service)
{
  send_back(container_of(service, struct message, service),
            clear_to_send_arrived);
}

void message_deliver(struct message *m, struct p2p_recv *r)
{
  m->recv = r;
  if (m->rendezvous)
    progress(m, rank_of(m->to), clear_to_send);
  else
    delivered(m, r);
}
