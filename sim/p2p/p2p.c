/* Point-to-point protocols: from the starts of a send and a receive to their
 * match.
 *
 * A `struct message` is in flight from the start of its send until both sides
 * are done with it. Its net_message carries, one after the other, the eager
 * payload or the request, and then whatever notice or payload follows.
 * Invariant: a channel (sender, receiver, context) lists the messages whose
 * envelope has not been matched against yet, in send order; an envelope that
 * overtook another waits in that list. Those that cannot overtake another, nor
 * be overtaken, are not listed. */
#include "message.h"

#include "../../model/memory.h"
#include "../../model/observer.h"
#include "../../model/pool.h"
#include "../cost/cost.h"
#include "../engine/foresight.h"
#include "../order.h"
#include "../rank/observed.h"
#include "../rank/polls.h"

#include <limits.h>

enum { CHANNEL_TAG = INT_MIN /* no message's */ };

static struct pool messages = {.size = sizeof(struct message)};
static uint64_t numbers;
int p2p_beside;

/* The call that self is in. */
static struct observed_end end_of_self(void)
{
  if (!self || !self->call) return (struct observed_end){.call = NULL};
  return (struct observed_end){OBSERVED_SELF};
}

/* --- messages and channels --- */

/* The copy that travels. */
static inline void message_load(struct message *m, const void *buffer,
                                MPI_Count count, const struct datatype *type,
                                MPI_Count bytes)
{
  m->load = LOAD_NONE;
  if (!type || bytes == 0) return;
  m->load = bytes <= SHORT ? LOAD_SHORT : LOAD_LONG;
  if (m->load == LOAD_LONG) m->payload = pool_take_bytes(bytes);
  datatype_pack(buffer, count, type, 0, bytes,
                m->load == LOAD_LONG ? m->payload : m->inside);
}

static enum send_mode mode_of(const struct p2p_send *s)
{
  bool blocks = s->mode == SEND_STANDARD && !by_name(&s->envelope);
  return blocks && order_blocks() ? SEND_SYNCHRONOUS : s->mode;
}

/* What is asked of the sender's side after the start. */
__attribute__((noinline)) static void
message_remember(struct message *m, struct p2p_send *s, enum send_mode mode)
{
  m->send = s;
  s->message = m;
  s->cancelled = false;
  m->type = s->type ? datatype_ref(s->type) : NULL;
  m->buffer = s->buffer;
  m->count = s->count;
  m->bytes = p2p_bytes(s->count, s->type);
  m->mode = mode;
  m->cancelled = false;
  if (observers_hear.order) m->number = ++numbers;
  m->copied = s->copied ? datatype_ref(s->copied) : NULL;
  m->copied_count = s->copied_count;
  if (observers_hear.match || observers_hear.mail) m->by = end_of_self();
}

/* The message is under way; or (ends) it has its receive, or is taken back. */
static void tell_mail(const struct message *m, bool ends, double date)
{
  if (m->by.call && !by_name(&m->envelope))
    OBSERVE(mail, .sender = m->by, .number = m->number, .to = m->to,
            .tag = m->tag, .ends = ends, .date = date);
}

static void envelope_arrived(void *);

static inline struct pool *pool_of_messages(bool plain)
{
  return plain ? pool_of_lines(MESSAGE_PLAIN) : &messages;
}

static inline struct message *message_new(struct table_key name, double bytes,
                                          bool plain)
{
  int to = pair_receiver(name);
  struct message *m = pool_take_ahead(pool_of_messages(plain), MESSAGE_PLAIN);
  m->net.from = rank_hosts[pair_source(name)];
  m->net.to = rank_hosts[to];
  m->net.bytes = bytes;
  m->net.injected = NULL;
  m->net.arrived = envelope_arrived;
  m->tag = pair_tag(name);
  m->stage = MESSAGE_SENT;
  m->plain = plain;
  return m;
}

static inline void message_end(struct message *m, bool plain)
{
  if (!plain && m->type) datatype_unref((struct datatype *)m->type);
  if (!plain && m->copied) datatype_unref((struct datatype *)m->copied);
  if (m->load == LOAD_LONG) pool_give_bytes(m->payload, message_bytes(m));
  pool_give(pool_of_messages(plain), m);
}

void message_free(struct message *m)
{
  message_end(m, m->plain);
}

static struct message *placed(struct queued *place)
{
  return place ? container_of(place, struct message, place) : NULL;
}

/* Take out the first message; the one that is first now, or NULL. */
static struct message *channel_pop(struct message *first)
{
  struct table *t = &pair_of(first->to)[PAIR_MESSAGES];
  return placed(queue_pop(t, &first->place));
}

/* --- matching --- */

/* Is it a collective's? Collectives tell of order themselves; their tags are
 * not negative. */
static inline bool of_collective(const struct message *m)
{
  return by_name(&m->envelope) && m->tag >= 0;
}

static void describe(const struct message *m, struct p2p_recv *r)
{
  r->bytes = message_bytes(m);
  if (!by_name(&m->envelope)) {
    r->state = RECV_MATCHED;
    r->source = m->envelope.source;
    r->tag = m->tag;
  }
  if (observers_hear.order && !of_collective(m)) r->partner = m->number;
}

__attribute__((noinline)) static void tell_match(const struct message *m,
                                                 const struct p2p_recv *r)
{
  struct observed_data sent = {m->buffer, m->count, m->type};
  if (!m->by.call || !r->by.call) return;
  if (m->copied) sent.type = m->copied, sent.count = m->copied_count;
  OBSERVE(match, .sender = m->by, .receiver = r->by, .sent = sent,
          .received = {r->buffer, r->count, r->type},
          .message = p2p_carrier(m->number), .receive = p2p_carrier(r->number),
          .ready = m->mode == SEND_READY, .tag = m->tag, .date = engine_now());
}

/* What the call of either side will ask for. */
static void acquaint(struct message *m, struct p2p_recv *r)
{
  if (observers_hear.match) tell_match(m, r);
  if (observers_hear.mail) tell_mail(m, true, engine_now());
  if (m->send) m->send->partner = r->number;
  r->awaited = m->send && m->mode == SEND_SYNCHRONOUS;
  r->error = m->bytes > p2p_bytes(r->count, r->type) ? MPI_ERR_TRUNCATE : 0;
}

/* The two belong together from now on. */
static void message_match(struct message *m, struct p2p_recv *r)
{
  describe(m, r);
  m->stage = MESSAGE_TAKEN;
  if (!by_name(&m->envelope) && r->purpose == P2P_CLAIM) {
    r->message = m;
    p2p_recv_done(r);
    return;
  }
  if (!by_name(&m->envelope)) acquaint(m, r);
  message_deliver(m, r);
}

/* An envelope whose turn it is meets the posted receives. */
static void message_meet(struct message *m)
{
  struct p2p_recv *r = wild_take_posted(m);
  while (r && r->purpose == P2P_PROBE) {
    describe(m, r);
    p2p_recv_done(r);
    r = wild_take_posted(m);
  }
  if (r) {
    message_match(m, r);
  } else {
    m->stage = MESSAGE_KEPT;
    wild_keep(m);
  }
}

/* --- matching by name --- */

/* A plain message (a collective's) is over when it meets its receive. */
static inline void named_match(struct message *m, struct p2p_recv *r)
{
  if (!m->plain) {
    message_match(m, r);
    return;
  }
  r->bytes = message_bytes(m);
  if (m->load) message_copy(m, r);
  message_end(m, true);
  r->done(r); /* which may free it */
}

static inline void message_named(struct message *m)
{
  struct table *pair = pair_of(m->to);
  struct table_key name = pair_retag(m->place.name.node.key, m->tag);
  struct table_node *n = pair_take(pair, name);
  if (n)
    named_match(m, container_of(n, struct p2p_recv, name));
  else
    queue_append(&pair[PAIR_MESSAGES], &m->place, name);
}

static inline void recv_named(struct p2p_recv *r, struct table_key name)
{
  struct table *pair = pair_of(pair_receiver(name));
  struct message *m = placed(pair_message(pair, name));
  if (m)
    named_match(m, r);
  else
    pair_append(pair, &r->name.node, name);
}

/* --- arrival --- */

/* The program took it back while it was under way. */
static bool was_cancelled(const struct message *m)
{
  return !m->plain && m->cancelled;
}

/* It is the message's turn in its channel. */
static void message_enter(struct message *m)
{
  if (was_cancelled(m))
    message_free(m);
  else if (by_name(&m->envelope))
    message_named(m);
  else
    message_meet(m);
}

/* Envelopes match in send order: one that comes early waits for its turn. */
static void envelope_arrived(void *net)
{
  struct message *m = container_of(net, struct message, net);
  if (ranks_looking) rank_tell_news(rank_of(m->to));
  if (m->stage == MESSAGE_ALONE) {
    message_named(m);
    return;
  }
  m->stage = MESSAGE_HERE;
  if (!queue_first(&m->place)) return;
  do {
    struct message *next = channel_pop(m);
    message_enter(m);
    m = next;
  } while (m && m->stage == MESSAGE_HERE);
}

/* The queue it stands in, the receive that is probably its own, and what hangs
 * on that: its owner, and its buffer, which is on a stack often, far from the
 * others'. */
static void envelopes_foreseen(const struct coming *calls, unsigned n,
                               int stage)
{
  const struct message *one = calls[0].arg;
  if (stage == FORESIGHT_ORDERED && !one->load) return;
  FORESEEN (i, calls, n) {
    const struct message *m = calls[i].arg;
    const struct table *pair = pair_of(m->to);
    const struct table *t = &pair[PAIR_RECEIVES];
    if (stage == 1) {
      memory_ask(pair);
      if (m->load == LOAD_LONG) memory_ask(m->payload);
      continue;
    }
    const struct table_node *first = t->mask ? NULL : t->few;
    if (stage == 2) {
      memory_ask(first);
    } else if (first) {
      const struct p2p_recv *r = container_of(first, struct p2p_recv, name);
      memory_ask(r->owner);
      if (r->buffer) memory_ask(r->buffer);
    }
  }
}

void p2p_open(int ranks)
{
  pair_open(ranks);
  foresight_add(envelope_arrived, envelopes_foreseen);
}

/* --- the two starts --- */

static inline void channel_append(struct message *m, struct table_key name)
{
  struct table *t = &pair_of(pair_receiver(name))[PAIR_MESSAGES];
  queue_append(t, &m->place, pair_retag(name, CHANNEL_TAG));
}

static inline void message_leave(struct message *m, MPI_Count bytes,
                                 double date)
{
  OBSERVE(message, .from = m->envelope.source, .to = m->to,
          .context = m->envelope.context, .tag = m->tag, .bytes = (size_t)bytes,
          .date = date);
  net_send(&m->net, date);
}

void p2p_send_plain(struct table_key name, const void *buffer, MPI_Count count,
                    const struct datatype *type, MPI_Count bytes, double date)
{
  struct message *m = message_new(name, (double)bytes, true);
  m->rendezvous = false;
  message_load(m, buffer, count, type, bytes);
  if (p2p_beside == 0 && net_in_order(m->net.from, m->net.to)) {
    m->stage = MESSAGE_ALONE;
    m->place.name.node.key = name;
  } else {
    channel_append(m, name);
  }
  message_leave(m, bytes, date);
}

void p2p_send_start(struct p2p_send *s, double date)
{
  MPI_Count bytes = p2p_bytes(s->count, s->type);
  struct table_key name = pair_name_of(&s->envelope, s->to);
  enum send_mode mode = mode_of(s);
  bool rendezvous = bytes > (MPI_Count)cost.eager && mode != SEND_READY;
  bool buffered = mode == SEND_BUFFERED;
  s->partner = 0;
  s->number = numbers + 1; /* the message's, if somebody hears of order */
  struct message *m = message_new(name, rendezvous ? 0 : (double)bytes, false);
  m->rendezvous = rendezvous;
  message_load(m, s->buffer, s->count, s->type,
               rendezvous && !buffered ? 0 : bytes);
  message_remember(m, s, mode);
  if (buffered && !rendezvous) m->net.injected = p2p_copy_injected;
  channel_append(m, name);
  if (observers_hear.mail) tell_mail(m, false, date);
  message_leave(m, bytes, date);
  if (!rendezvous && (mode == SEND_STANDARD || mode == SEND_READY))
    p2p_send_done(m);
}

static void recv_post(void *arg)
{
  struct p2p_recv *r = arg;
  if (r->cancelled) {
    p2p_recv_done(r);
    return;
  }
  struct message *m = r->message;
  if (m) { /* claimed before */
    r->message = NULL;
    message_match(m, r);
    return;
  }
  m = wild_find(r);
  if (!m) {
    r->state = RECV_POSTED;
    wild_post(r);
  } else if (r->purpose == P2P_PROBE) {
    describe(m, r);
    p2p_recv_done(r);
  } else {
    wild_take(m);
    message_match(m, r);
  }
}

/* A rank's receives are posted by events, in the order of its calls. */
static void recv_start(struct p2p_recv *r, double date)
{
  if (r->type) datatype_ref(r->type);
  if (observers_hear.match) r->by = end_of_self();
  if (observers_hear.order) r->number = ++numbers;
  r->error = 0;
  r->awaited = r->cancelled = r->link.queued = false;
  r->state = RECV_STARTED;
  if (!self && date <= engine_now())
    recv_post(r);
  else
    engine_at(date, recv_post, r);
}

/* Receives of collectives, where there are no wildcards, may be posted out of
 * the order of dates. */
void p2p_recv_plain(struct p2p_recv *r, struct table_key name)
{
  recv_named(r, name);
}

static void recv_named_post(void *arg)
{
  struct p2p_recv *r = arg;
  recv_named(r, r->name.node.key);
}

void p2p_recv_start(struct p2p_recv *r, double date)
{
  if (!by_name(&r->envelope)) {
    r->message = NULL;
    recv_start(r, date);
  } else if (date <= engine_now()) {
    p2p_recv_plain(r, r->name.node.key);
  } else {
    engine_at(date, recv_named_post, r);
  }
}

void p2p_recv_claimed(struct p2p_recv *r, struct message *m, double date)
{
  r->message = m;
  recv_start(r, date);
}

/* The simulator sees both sides: what was not matched before the call is not
 * matched after it. */
bool p2p_send_cancel(struct p2p_send *s)
{
  struct message *m = s->message;
  if (m->stage == MESSAGE_TAKEN) return false;
  s->cancelled = m->cancelled = true;
  if (observers_hear.mail) tell_mail(m, true, engine_now());
  p2p_send_done(m);
  if (m->stage != MESSAGE_KEPT) return true; /* its turn is to come */
  wild_take(m);
  message_free(m);
  return true;
}

bool p2p_recv_cancel(struct p2p_recv *r)
{
  if (r->cancelled) return true;
  if (r->state == RECV_MATCHED || r->message) return false;
  r->cancelled = true;
  if (r->state == RECV_STARTED) return true; /* its event is still to come */
  match_remove(&r->link);
  p2p_recv_done(r);
  return true;
}

bool p2p_look(struct p2p_recv *r)
{
  struct message *m = wild_find(r);
  if (!m) return false;
  describe(m, r);
  if (r->purpose == P2P_CLAIM) {
    wild_take(m);
    m->stage = MESSAGE_TAKEN;
    r->message = m;
  }
  return true;
}

/* Collectives' tags are not negative. Wildcards mean nothing here. */
int p2p_private_tags(int n)
{
  static int last;
  int first = last - 1;
  last -= n;
  return first;
}

struct observed_carrier p2p_carrier(uint64_t number)
{
  return (struct observed_carrier){.object = &numbers, .number = number};
}
