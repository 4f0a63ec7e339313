/* Messages and collectives, blocking or not: what they use, and the order that
 * what they bring makes. */
#include "events.h"

/* --- messages --- */

/* One end of a message, from its call, at `begun`, on. */
struct end {
  int strand, begun;
  bool waits;
  struct request request; /* of what it uses */
};

static struct end end_of(const char *call, int strand, int other, int tag,
                         int count, bool receives)
{
  struct places none = {.count = 0};
  struct end e = {.strand = strand, .waits = call[0] == 'I'};
  event(strand);
  emit("MPI_%s(", call);
  struct place p = place_apart(rank_of(strand), count, !receives, &none);
  emit_place(p);
  emit_layout(p.as, count, "INT");
  emit(", %d, %d, MPI_COMM_WORLD", rank_of(other), tag);
  e.begun = moment(strand);
  e.request = (struct request){.strand = strand, .buffer_count = 1};
  e.request.buffers[0] = access_new(access_of(p, strand, receives), e.begun);
  if (e.waits) {
    e.request.number = request_number();
    emit(", &");
    emit_request(e.request.number);
    emit(");");
  } else {
    emit(receives ? ", MPI_STATUS_IGNORE);" : ");");
  }
  return e;
}

static void over(struct end *e)
{
  if (e->waits)
    request_open(e->request);
  else
    request_over(&e->request, moment(e->strand));
}

/* A receive ends after its send has begun, a synchronous send after its receive
 * has. Who has received knows that what a blocking send sent is sent. */
static void pass(int from, int to)
{
  static const char *const sends[] = {"Send", "Isend", "Ssend", "Issend"};
  bool waits = chance(50), takes_later = chance(50) && requests_left(2);
  int which = 2 * draw(2) + (waits && requests_left(1)), tag = line,
      count = kind->types ? 1 + draw(3) : 1;
  struct end s = end_of(sends[which], from, to, tag, count, false);
  struct end r =
      end_of(takes_later ? "Irecv" : "Recv", to, from, tag, count, true);
  if (which >= 2) add_begin(&s.request.after, r.begun);
  add_begin(&r.request.after, s.begun);
  if (!s.waits) add(&s.request.buffers[0]->ends, s.begun);
  over(&s);
  over(&r);
}

static int exchange_begin(int strand, int other, int tag, struct request *r)
{
  struct places p = {.count = 0};
  event(strand);
  emit("MPI_Sendrecv(");
  for (int i = 0; i < 2; i++) {
    struct place at = place_apart(rank_of(strand), 1, i == 0, &p);
    emit_place(at);
    emit_layout(at.as, 1, "INT");
    emit(", %d, %d, ", rank_of(other), tag);
  }
  emit("MPI_COMM_WORLD, MPI_STATUS_IGNORE);");
  int at = moment(strand);
  for (int i = 0; i < 2; i++)
    r->buffers[r->buffer_count++] =
        access_new(access_of(p.list[i], strand, i == 1), at);
  add(&r->buffers[0]->ends, at);
  return at;
}

/* Both send, and then receive. */
static void exchange(int one, int other)
{
  struct request r = {.strand = one}, q = {.strand = other};
  int tag = line;
  add_begin(&q.after, exchange_begin(one, other, tag, &r));
  add_begin(&r.after, exchange_begin(other, one, tag, &q));
  request_over(&r, moment(one));
  request_over(&q, moment(other));
}

void message(int from, int to)
{
  if (chance(20))
    exchange(from, to);
  else
    pass(from, to);
}

/* --- collectives --- */

/* Between whom it brings something. */
struct collective {
  const char *name;
  enum { ALL, FROM_ROOT, TO_ROOT, UPWARDS, TO_NEXT } flow;
  int buffers; /* 1: what the root gives and others get; 2: given, got */
};
static const struct collective collectives[] = {
    {"barrier", ALL, 0},
    {"bcast", FROM_ROOT, 1},
    {"reduce", TO_ROOT, 2},
    {"allreduce", ALL, 2},
    {"scan", UPWARDS, 2},
    {"barrier", ALL, 0},
    {"neighbor_allgather", TO_NEXT, 2},
    {"neighbor_alltoall", TO_NEXT, 2}};
enum { COLLECTIVES = sizeof collectives / sizeof *collectives };

static bool flows(const struct collective *c, int root, int from, int to)
{
  if (c->flow == FROM_ROOT) return from == root;
  if (c->flow == TO_ROOT) return to == root;
  if (c->flow == TO_NEXT) return to == (from + 1) % ranks;
  return c->flow == ALL || from <= to;
}

/* A call: of which collective, by which request or, -1, none. */
struct drawn {
  const struct collective *what;
  int root, request;
  struct place places[2]; /* as rank 0 sees them */
};

static struct drawn draw_collective(bool waits)
{
  struct drawn d = {&collectives[draw(COLLECTIVES)], .root = draw(ranks)};
  struct places apart = {.count = 0};
  while (apart.count < 2) {
    place_apart(0, 1, true, &apart);
    if (owner_of(apart.list[apart.count - 1].space)) apart.count--;
  }
  for (int i = 0; i < 2; i++)
    d.places[i] = apart.list[i];
  d.request = waits ? request_number() : -1;
  return d;
}

static void emit_collective(const struct drawn *d, bool persistent)
{
  const struct collective *c = d->what;
  bool waits = d->request >= 0, prefixed = waits && !persistent;
  emit("MPI_%c%s%s(", prefixed ? 'I' : c->name[0] + 'A' - 'a',
       prefixed ? c->name : c->name + 1, persistent ? "_init" : "");
  bool next = c->flow == TO_NEXT;
  for (int i = 0; i < c->buffers; i++) {
    emit("%s + %d, ", is_buffer(d->places[i]) ? "buffer" : "memory[me]",
         d->places[i].cell);
    if (next || i == c->buffers - 1) emit("1, MPI_INT, ");
  }
  if (c->buffers == 2 && !next) emit("MPI_SUM, ");
  if (c->flow == FROM_ROOT || c->flow == TO_ROOT) emit("%d, ", d->root);
  emit(next ? "ring" : "MPI_COMM_WORLD");
  if (persistent) emit(", MPI_INFO_NULL");
  if (waits) {
    emit(", &");
    emit_request(d->request);
  }
  emit(");");
}

static void collect_at(const struct drawn *d, int me, struct request *r)
{
  const struct collective *c = d->what;
  for (int i = 0; i < c->buffers; i++) {
    bool writes = c->buffers == 1 ? me != d->root : i == 1;
    if (i == 1 && c->flow == TO_ROOT && me != d->root) continue;
    struct place p = d->places[i];
    p.space = is_buffer(p) ? 2 * me + 1 : memory_space(me);
    r->buffers[r->buffer_count++] =
        access_new(access_of(p, me, writes), latest(me));
  }
}

/* All ranks have called it, or started it. */
static void collected(const struct drawn *d)
{
  const struct collective *c = d->what;
  int begun[RANKS];
  bool waits = d->request >= 0;
  for (int r = 0; r < ranks; r++)
    begun[r] = moment(r);
  for (int r = 0; r < ranks; r++) {
    struct request q = {.number = d->request, .strand = r};
    for (int from = 0; from < ranks; from++)
      if (flows(c, d->root, from, r)) add_begin(&q.after, begun[from]);
    collect_at(d, r, &q);
    if (!waits && c->flow == TO_ROOT && q.buffer_count)
      add(&q.buffers[0]->ends, begun[r]); /* who has it knows */
    if (waits)
      request_open(q);
    else
      request_over(&q, moment(r));
  }
}

void collect(void)
{
  struct drawn d = draw_collective(chance(60) && requests_left(1));
  event(-1);
  emit_collective(&d, false);
  collected(&d);
}

/* --- persistent ones --- */

enum { PERSISTENT = 3 };
static struct drawn persistent[PERSISTENT];
static int persistent_count;

static bool start_collective(const struct drawn *d)
{
  for (int r = 0; r < ranks; r++)
    if (request_of(r, d->request)) return false;
  event(-1);
  emit_start(d->request);
  collected(d);
  return true;
}

bool collect_in_round(void)
{
  if (!persistent_count) return false;
  const struct drawn *d = &persistent[draw(persistent_count)];
  if (!start_collective(d)) return false;
  touch(draw(ranks));
  for (int r = 0; r < ranks; r++)
    request_finish(r, d->request);
  return true;
}

bool collect_persistently(void)
{
  if (persistent_count < PERSISTENT && chance(persistent_count ? 20 : 100)) {
    struct drawn *d = &persistent[persistent_count++];
    *d = draw_collective(true);
    event(-1);
    emit_collective(d, true);
    for (int r = 0; r < ranks; r++)
      moment(r);
    return true;
  }
  return start_collective(&persistent[draw(persistent_count)]);
}

void collectives_free(void)
{
  for (int i = 0; i < persistent_count; i++) {
    event(-1);
    emit("MPI_Request_free(&request[%d]);", persistent[i].request);
  }
}
