/* --coll=model: the messages of collectives as dates.
 *
 * A message that is ready at one date has left and is there at two others,
 * which follow from the route alone: it shares nothing, so there is nothing to
 * wait for and no event to post. Its receive, when both are known, ends at that
 * date, be it ahead of the clock, and the receiver's schedule goes on from
 * there at once. What remains for the engine is one event for each rank and
 * call, at the date at which it is complete.
 *
 * Invariant: messages and receives meet (pair.h) in the order in which they
 * came, which is that of the programs. The data moves when they meet: both
 * buffers are the collective's by then. */
#include "model.h"

#include "../../model/memory.h"
#include "../../model/observer.h"
#include "../cost/cost.h"
#include "../net/net.h"
#include "../p2p/explain.h"
#include "../p2p/pair.h"
#include "step.h"

#include <math.h>
#include <stdlib.h>

/* A message that waits for its receive. */
struct letter {
  struct queued place;
  struct letter *next; /* in the list of spare ones */
  int from;            /* world rank */
  MPI_Count bytes;
  void *payload; /* the copy that travels; NULL: none, or still to be sent */
  double head;   /* when its head arrives, unless it is still to be sent */
  struct step *send; /* of one that is larger than `eager`, else NULL */
};

static struct letter *spare;

static struct letter *letter_new(void)
{
  struct letter *l = spare;
  if (!l) return xmalloc(sizeof *l);
  spare = l->next;
  return l;
}

static void letter_free(struct letter *l)
{
  free(l->payload);
  l->next = spare;
  spare = l;
}

bool message_waits(MPI_Count bytes)
{
  return bytes > (MPI_Count)cost.eager;
}

double message_cleared(int from, int to, double sent, double posted)
{
  double free = 0;
  double asked = net_leave(from, to, 0, sent, &free).head;
  free = 0;
  return net_leave(to, from, 0, fmax(asked, posted), &free).head;
}

/* The date at which the head of an eager message is there. */
static double leave(struct step *step, MPI_Count bytes, double date)
{
  const struct p2p_send *s = &step->send;
  return net_leave(rank_hosts[s->envelope.source], rank_hosts[s->to],
                   (double)bytes, date, &step->schedule->out_free)
      .head;
}

/* The same of a message that asks first; its receive began at `posted`. It goes
 * behind those that its sender sent before it: which of them is cleared first
 * is not looked at. */
static struct net_departure leave_cleared(struct step *step, MPI_Count bytes,
                                          double date, double posted)
{
  const struct p2p_send *s = &step->send;
  int from = rank_hosts[s->envelope.source], to = rank_hosts[s->to];
  double cleared = message_cleared(from, to, date, posted);
  double free = cleared + step->ahead;
  return net_leave(from, to, (double)bytes, cleared, &free);
}

static void received(struct step *recv, int from, MPI_Count bytes, double head)
{
  step_lands(recv, rank_hosts[from], head,
             step_received(&recv->recv, from, bytes));
}

static void move(const struct p2p_recv *r, const struct p2p_send *s)
{
  if (!s->type || !r->type || s->count <= 0 || r->count <= 0) return;
  struct moving_message about = {.from = s->envelope.source, .to = r->at};
  moving_begin(explain_moving, &about);
  datatype_copy(r->buffer, r->count, r->type, s->buffer, s->count, s->type);
  moving_end();
}

static void move_payload(const struct p2p_recv *r, const struct letter *l)
{
  MPI_Count room = p2p_bytes(r->count, r->type);
  MPI_Count bytes = l->bytes < room ? l->bytes : room;
  if (!l->payload || !r->type || bytes <= 0) return;
  struct moving_message about = {.from = l->from, .to = r->at};
  moving_begin(explain_moving, &about);
  datatype_unpack(r->buffer, r->count, r->type, 0, bytes, l->payload);
  moving_end();
}

static void *copy_of(const struct p2p_send *s, MPI_Count bytes)
{
  if (!s->type || bytes == 0) return NULL;
  void *copy = xmalloc(bytes);
  datatype_pack(s->buffer, s->count, s->type, 0, bytes, copy);
  return copy;
}

static void letter_keep(struct step *step, MPI_Count bytes, double date)
{
  const struct p2p_send *s = &step->send;
  struct letter *l = letter_new();
  bool waits = message_waits(bytes);
  *l = (struct letter){.from = s->envelope.source, .bytes = bytes};
  queue_append(&pair_of(s->to)[PAIR_MESSAGES], &l->place,
               pair_name_of(&s->envelope, s->to));
  if (waits) {
    l->send = step;
    step->date = date;
  } else {
    l->payload = copy_of(s, bytes);
    l->head = leave(step, bytes, date);
    step_ends(step, date, 0);
  }
}

/* Both ends are known. A sender that waits learns when its message has left. */
static void meet_send(struct step *recv, struct step *send, MPI_Count bytes,
                      double date)
{
  int from = send->send.envelope.source;
  move(&recv->recv, &send->send);
  if (message_waits(bytes)) {
    struct net_departure d = leave_cleared(send, bytes, date, recv->date);
    step_ends(send, d.injected, 0);
    received(recv, from, bytes, d.head);
  } else {
    double head = leave(send, bytes, date);
    step_ends(send, date, 0);
    received(recv, from, bytes, head);
  }
}

void model_send(struct step *step, double date)
{
  const struct p2p_send *s = &step->send;
  const struct p2p_envelope *e = &s->envelope;
  MPI_Count bytes = p2p_bytes(s->count, s->type);
  OBSERVE(message, .from = e->source, .to = s->to, .context = e->context,
          .tag = e->tag, .bytes = (size_t)bytes, .date = date);
  if (message_waits(bytes)) {
    step->ahead = step->schedule->ahead;
    step->schedule->ahead +=
        net_injection(rank_hosts[e->source], rank_hosts[s->to], (double)bytes);
  }
  struct table_node *n = pair_take(pair_of(s->to), pair_name_of(e, s->to));
  if (n)
    meet_send(container_of(n, struct step, recv.name), step, bytes, date);
  else
    letter_keep(step, bytes, date);
}

void model_recv(struct step *step, double date)
{
  struct p2p_recv *r = &step->recv;
  struct table *pair = pair_of(r->at);
  struct queued *place = pair_message(pair, r->name.node.key);
  step->date = date;
  if (!place) {
    pair_append(pair, &r->name.node, r->name.node.key);
    return;
  }
  struct letter *l = container_of(place, struct letter, place);
  if (l->send) {
    meet_send(step, l->send, l->bytes, l->send->date);
  } else {
    move_payload(r, l);
    step_found(step, rank_hosts[l->from], l->head,
               step_received(r, l->from, l->bytes));
  }
  letter_free(l);
}
