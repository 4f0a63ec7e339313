/* Persistent and partitioned requests of messages: made once, started again and
 * again; partitions that are ready, and arrive, one by one. */
#include "events.h"

enum { PAIRS = 6, PARTS = 4 };

/* A message. Partitioned, it has 4 cells, in some parts at each end. */
static struct pair {
  int from, to, send, receive; /* strands; numbers of their requests */
  bool synchronous;
  struct place source, sink;
  int parts, sink_parts; /* 0: not partitioned */
  int ready[PARTS];      /* when; 0: not yet */
  struct access *sunk[PARTS];
} pairs[PAIRS];
static int pair_count;

static void emit_init(const struct pair *p, bool sends)
{
  struct place place = sends ? p->source : p->sink;
  int parts = sends ? p->parts : p->sink_parts;
  event(sends ? p->from : p->to);
  const char *end = sends ? "send" : "recv";
  if (!parts) end = !sends ? "Recv" : p->synchronous ? "Ssend" : "Send";
  emit("MPI_%s%s_init(", parts ? "P" : "", end);
  emit_place(place);
  if (parts) emit(", %d", parts);
  emit(", %d, MPI_INT, %d, %d, MPI_COMM_WORLD%s, &request[%d]);",
       parts ? place.count / parts : place.count, sends ? p->to : p->from,
       1000 + p->send, parts ? ", MPI_INFO_NULL" : "",
       sends ? p->send : p->receive);
  moment(sends ? p->from : p->to);
}

static void make_pair(int from, int to)
{
  struct places one = {.count = 0}, other = {.count = 0};
  bool parts = chance(60);
  int count = parts ? PARTS : 1 + draw(2);
  struct pair *p = &pairs[pair_count++];
  *p = (struct pair){.from = from,
                     .to = to,
                     .send = request_number(),
                     .receive = request_number(),
                     .synchronous = chance(50),
                     .source = place_apart(from, count, true, &one),
                     .sink = place_apart(to, count, false, &other),
                     .parts = parts ? 1 << draw(3) : 0,
                     .sink_parts = parts ? 1 << draw(3) : 0};
  emit_init(p, true);
  emit_init(p, false);
}

static struct place part_of(struct place whole, int parts, int i)
{
  whole.count /= parts;
  whole.cell += i * whole.count;
  return whole;
}

static void start_send(struct pair *p)
{
  event(p->from);
  emit_start(p->send);
  int at = moment(p->from);
  struct request r = {
      .number = p->send, .strand = p->from, .blocked = p->parts > 0};
  if (!p->parts)
    r.buffers[r.buffer_count++] =
        access_new(access_of(p->source, p->from, false), at);
  request_open(r);
}

static void start_receive(struct pair *p)
{
  int parts = p->sink_parts ? p->sink_parts : 1;
  event(p->to);
  emit_start(p->receive);
  int at = moment(p->to);
  struct request r = {
      .number = p->receive, .strand = p->to, .blocked = p->parts > 0};
  for (int i = 0; i < parts; i++)
    p->sunk[i] = r.buffers[r.buffer_count++] =
        access_new(access_of(part_of(p->sink, parts, i), p->to, true), at);
  request_open(r);
}

static void start(struct pair *p)
{
  bool first = chance(50);
  for (int i = 0; i < PARTS; i++)
    p->ready[i] = 0;
  if (first) start_receive(p);
  start_send(p);
  int sent = latest(p->from);
  if (!first) start_receive(p);
  if (p->parts) return;
  add_begin(&request_of(p->to, p->receive)->after, sent);
  if (p->synchronous)
    add_begin(&request_of(p->from, p->send)->after, latest(p->to));
}

/* Nobody waits before all parts are ready. */
static void make_ready(struct pair *p, int i)
{
  struct request *s = request_of(p->from, p->send);
  struct request *r = request_of(p->to, p->receive);
  event(p->from);
  emit("MPI_Pready(%d, request[%d]);", i, p->send);
  int at = p->ready[i] = moment(p->from);
  struct access a = access_of(part_of(p->source, p->parts, i), p->from, false);
  s->buffers[s->buffer_count++] = access_new(a, at);
  add_begin(&r->after, at);
  if (s->buffer_count == p->parts) s->blocked = r->blocked = false;
}

/* The sender's parts that hold this one; 0: not all are ready. */
static unsigned holders(const struct pair *p, int i)
{
  int size = PARTS / p->parts, wanted = PARTS / p->sink_parts;
  unsigned bits = 0;
  for (int k = 0; k < p->parts; k++) {
    if (k * size >= (i + 1) * wanted || (k + 1) * size <= i * wanted) continue;
    if (!p->ready[k]) return 0;
    bits |= 1u << k;
  }
  return bits;
}

static void arrive(struct pair *p, int i)
{
  unsigned from = holders(p, i);
  if (!from) return;
  event(p->to);
  emit("arrived(request[%d], %d);", p->receive, i);
  int at = moment(p->to);
  for (int k = 0; k < p->parts; k++)
    if (from >> k & 1) edge(p->ready[k], at);
  add(&p->sunk[i]->ends, at);
}

static void make_any_ready(struct pair *p)
{
  int i = draw(p->parts);
  while (p->ready[i])
    i = (i + 1) % p->parts;
  make_ready(p, i);
}

bool pair_event(int from, int to)
{
  if (pair_count < PAIRS && chance(pair_count ? 12 : 70)) {
    make_pair(from, to);
    return true;
  }
  if (!pair_count) return false;
  struct pair *p = &pairs[draw(pair_count)];
  bool sends = request_of(p->from, p->send);
  bool receives = request_of(p->to, p->receive);
  if (!sends && !receives)
    start(p);
  else if (!p->parts)
    return false;
  else if (receives && chance(40))
    arrive(p, draw(p->sink_parts));
  else if (sends && request_of(p->from, p->send)->blocked)
    make_any_ready(p);
  else
    return false;
  return true;
}

bool pair_round_event(void)
{
  struct pair *p = pair_count ? &pairs[draw(pair_count)] : NULL;
  if (!p || request_of(p->from, p->send) || request_of(p->to, p->receive))
    return false;
  start(p);
  while (p->parts && request_of(p->from, p->send)->blocked) {
    make_any_ready(p);
    if (chance(30)) arrive(p, draw(p->sink_parts));
    if (chance(30)) touch(chance(50) ? p->from : p->to);
  }
  request_finish(p->from, p->send);
  if (chance(30)) touch(chance(50) ? p->from : p->to);
  request_finish(p->to, p->receive);
  return true;
}

void pairs_ready(void)
{
  for (int i = 0; i < pair_count; i++) {
    struct pair *p = &pairs[i];
    while (request_of(p->from, p->send) &&
           request_of(p->from, p->send)->blocked)
      make_any_ready(p);
  }
}

void pairs_free(void)
{
  for (int i = 0; i < pair_count; i++) {
    event(pairs[i].from);
    emit("MPI_Request_free(&request[%d]);", pairs[i].send);
    event(pairs[i].to);
    emit("MPI_Request_free(&request[%d]);", pairs[i].receive);
  }
}
