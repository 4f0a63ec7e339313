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
                         bool receives)
{
  struct places none = {.count = 0};
  struct end e = {.strand = strand, .waits = call[0] == 'I'};
  event(strand);
  emit("MPI_%s(", call);
  struct place p = place_apart(rank_of(strand), 1, &none);
  emit_place(p);
  emit(", 1, MPI_INT, %d, %d, MPI_COMM_WORLD", rank_of(other), tag);
  e.begun = moment(strand);
  e.request = (struct request){.strand = strand, .buffer_count = 1};
  e.request.buffers[0] = access_new(access_of(p, strand, receives), e.begun);
  if (e.waits) {
    e.request.number = request_number();
    emit(", &request[%d]);", e.request.number);
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
  int which = draw(4), tag = line;
  struct end s = end_of(sends[which], from, to, tag, false);
  struct end r = end_of(chance(50) ? "Irecv" : "Recv", to, from, tag, true);
  if (which >= 2) add(&s.request.after, r.begun);
  add(&r.request.after, s.begun);
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
    emit_place(place_apart(rank_of(strand), 1, &p));
    emit(", 1, MPI_INT, %d, %d, ", rank_of(other), tag);
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
  add(&q.after, exchange_begin(one, other, tag, &r));
  add(&r.after, exchange_begin(other, one, tag, &q));
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
  enum { ALL, FROM_ROOT, TO_ROOT, UPWARDS } flow;
  int buffers; /* 1: what the root gives and others get; 2: given, got */
};
static const struct collective collectives[] = {
    {"barrier", ALL, 0},   {"bcast", FROM_ROOT, 1}, {"reduce", TO_ROOT, 2},
    {"allreduce", ALL, 2}, {"scan", UPWARDS, 2},    {"barrier", ALL, 0}};
enum { COLLECTIVES = sizeof collectives / sizeof *collectives };

static bool flows(const struct collective *c, int root, int from, int to)
{
  if (c->flow == FROM_ROOT) return from == root;
  if (c->flow == TO_ROOT) return to == root;
  return c->flow == ALL || from <= to;
}

static void emit_collective(const struct collective *c, int root,
                            const struct place *places, int request)
{
  bool waits = request >= 0;
  emit("MPI_%c%s(", waits ? 'I' : c->name[0] + 'A' - 'a',
       waits ? c->name : c->name + 1);
  for (int i = 0; i < c->buffers; i++)
    emit("%s + %d, ", places[i].space ? "buffer" : "memory[me]",
         places[i].cell);
  if (c->buffers) emit("1, MPI_INT, ");
  if (c->buffers == 2) emit("MPI_SUM, ");
  if (c->flow == FROM_ROOT || c->flow == TO_ROOT) emit("%d, ", root);
  emit("MPI_COMM_WORLD");
  if (waits) emit(", &request[%d]", request);
  emit(");");
}

static void collect_at(const struct collective *c, int root, int me,
                       const struct place *places, struct request *r)
{
  for (int i = 0; i < c->buffers; i++) {
    bool writes = c->buffers == 1 ? me != root : i == 1;
    if (i == 1 && c->flow == TO_ROOT && me != root) continue;
    struct place p = places[i];
    p.space += 2 * me;
    r->buffers[r->buffer_count++] =
        access_new(access_of(p, me, writes), latest(me));
  }
}

void collect(void)
{
  const struct collective *c = &collectives[draw(COLLECTIVES)];
  bool waits = chance(60);
  int root = draw(RANKS), begun[RANKS];
  struct places apart = {.count = 0}; /* as rank 0 sees it */
  while (apart.count < 2) {
    place_apart(0, 1, &apart);
    if (apart.list[apart.count - 1].space > 1) apart.count--;
  }
  int number = waits ? request_number() : -1;
  event(-1);
  emit_collective(c, root, apart.list, number);
  for (int r = 0; r < RANKS; r++)
    begun[r] = moment(r);
  for (int r = 0; r < RANKS; r++) {
    struct request q = {.number = number, .strand = r};
    for (int from = 0; from < RANKS; from++)
      if (flows(c, root, from, r)) add(&q.after, begun[from]);
    collect_at(c, root, r, apart.list, &q);
    if (!waits && c->flow == TO_ROOT && q.buffer_count)
      add(&q.buffers[0]->ends, begun[r]); /* who has it knows */
    if (waits)
      request_open(q);
    else
      request_over(&q, moment(r));
  }
}
