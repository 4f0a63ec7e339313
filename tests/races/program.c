/* The events of a random program, its text, and who accesses what between which
 * moments. What MPI orders is said here, event by event. */
#include "program.h"
#include "order.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { EVENTS = 34, ATOMIC_CELLS = 2, LIST = 256, OPS = 128 };

static char kind;
static uint64_t state;

static int draw(int below)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (unsigned)below);
}

static bool chance(int percent)
{
  return draw(100) < percent;
}

/* --- text --- */

static char text[1 << 16];
static size_t length;
static int line = 1;

static void emit(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  length +=
      (size_t)vsnprintf(text + length, sizeof text - length, format, arguments);
  va_end(arguments);
  if (length >= sizeof text) fail("too long a program");
}

/* The event's line begins, of this rank or, -1, of all. */
static void event(int rank)
{
  emit("\n");
  line++;
  if (kind == 'l' || kind == 'v') emit("at(%d); ", line);
  if (rank >= 0) emit("if (me == %d) ", rank);
}

/* --- operations that pend --- */

/* What the value of a word carries, and the updates that led to it. */
struct word {
  struct moments carries;
  int count;
  struct access *updates[LIST];
};
static struct word words[RANKS][ATOMIC_CELLS];

static void learn(const struct word *w, int at)
{
  edges(&w->carries, at);
  for (int i = 0; i < w->count; i++)
    add(&w->updates[i]->ends, at);
}

/* An epoch of a lock: what it comes after, once something is done in it. */
struct epoch {
  bool open, exclusive, used;
  struct moments after;
};
static struct epoch epochs[RANKS][RANKS]; /* of origin and target */
static struct moments unlocks[RANKS][2];  /* of a target: shared, exclusive */

struct op {
  int origin, target;
  struct access *here, *there;
  bool reads;   /* only */
  bool fetches; /* brings something back */
  struct word found;
};
static struct op ops[OPS];
static int op_count;

static int requests;
struct request {
  int number;
  struct op *op;         /* or ... */
  struct access *buffer; /* ... of a message, ... */
  int sent;              /* ... which was sent then; -1: it is sent */
};
static struct request open[RANKS][OPS];
static int open_count[RANKS];

static void request_open(int rank, struct request r)
{
  open[rank][open_count[rank]++] = r;
}

static void complete_locally(struct op *o, int at)
{
  add(&o->here->ends, at);
  if (o->reads) add(&o->there->ends, at);
  if (o->fetches && kind == 'l' && o->origin >= 0 && o->target != o->origin)
    edges(&epochs[o->origin][o->target].after, at);
  learn(&o->found, at);
  o->found.count = o->found.carries.count = 0;
}

static void complete(int origin, int target, int at, bool local)
{
  for (int i = 0; i < op_count; i++) {
    struct op *o = &ops[i];
    if (o->origin != origin || (target >= 0 && o->target != target)) continue;
    complete_locally(o, at);
    if (local) continue;
    add(&o->there->ends, at);
    if (kind == 'l' && o->target != origin)
      edges(&epochs[origin][o->target].after, at);
    o->origin = -1;
  }
}

/* --- events --- */

static void touch(void)
{
  int me = draw(RANKS), where = kind == 's' ? draw(RANKS) : me;
  bool buffer = chance(30), writes = chance(50);
  int cell = draw(buffer ? BUFFER : CELLS);
  bool word = kind == 'v' && !buffer && cell < ATOMIC_CELLS;
  if (word) writes = false;
  if (buffer) where = me;
  event(me);
  if (!writes) emit("sink = ");
  if (buffer)
    emit("buffer[%d]", cell);
  else
    emit("memory[%d][%d]", where, cell);
  emit(writes ? " = 1;" : ";");
  struct access *a =
      access_new(line, me, 2 * where + buffer, cell, 1, writes, moment(me));
  a->touch = true;
  add(&a->ends, latest(me));
  if (word) learn(&words[me][cell], moment(me));
}

struct form {
  const char *call, *op; /* NULL: none */
  bool request, reads, atomic, fetches;
};
static const struct form plain_forms[] = {
    {.call = "Put"},
    {.call = "Get", .reads = true, .fetches = true},
    {.call = "Accumulate", .op = "MPI_SUM", .atomic = true},
    {.call = "Rput", .request = true},
    {.call = "Rget", .request = true, .reads = true, .fetches = true},
    {.call = "Raccumulate", .op = "MPI_SUM", .request = true, .atomic = true}};
static const struct form word_forms[] = {
    {.call = "Accumulate", .op = "MPI_SUM", .atomic = true},
    {.call = "Accumulate", .op = "MPI_REPLACE", .atomic = true},
    {.call = "Fetch_and_op", .op = "MPI_SUM", .atomic = true, .fetches = true},
    {.call = "Fetch_and_op",
     .op = "MPI_REPLACE",
     .atomic = true,
     .fetches = true},
    {.call = "Fetch_and_op",
     .op = "MPI_NO_OP",
     .reads = true,
     .atomic = true,
     .fetches = true}};

static void emit_op(const struct form *f, int at, int count, int target,
                    int cell, int number)
{
  emit("MPI_%s(", f->call);
  if (strcmp(f->call, "Fetch_and_op") == 0)
    emit("&one, buffer + %d, MPI_INT, %d, %d", at, target, cell);
  else
    emit("buffer + %d, %d, MPI_INT, %d, %d, %d, MPI_INT", at, count, target,
         cell, count);
  if (f->op) emit(", %s", f->op);
  emit(", win");
  if (f->request) emit(", &request[%d]", number);
  emit(");");
}

/* The word's value is updated, or read, by the operation that is issued now. */
static void word_met(struct word *w, struct op *o, const char *op, int at)
{
  if (o->fetches) o->found = *w;
  if (o->reads) return;
  if (!o->fetches && strcmp(op, "MPI_REPLACE") == 0) w->carries.count = 0;
  add(&w->carries, at);
  w->updates[w->count++] = o->there;
}

static int posted[RANKS];  /* by whom the rank's epoch is exposed; -1: none */
static int post_at[RANKS]; /* the moment of a rank's post */

/* In a lock's epoch an operation comes after what that follows, though its
 * origin may not; so it does after a post. [MPI-4.1 12.5.2, 12.5.3] */
static void follow_epoch(const struct op *o)
{
  struct epoch *e = &epochs[o->origin][o->target];
  if (kind == 'p') add(&o->there->begins, post_at[o->target]);
  if (kind != 'l') return;
  e->used = true;
  for (int i = 0; o->target != o->origin && i < e->after.count; i++)
    add(&o->there->begins, e->after.list[i]);
}

static void operate(int me, int target)
{
  bool word = kind == 'v' && chance(60);
  bool requested = kind != 'f' && kind != 'p';
  const struct form *f =
      word ? &word_forms[draw(5)] : &plain_forms[draw(requested ? 6 : 3)];
  while (kind == 'v' && !word && f->atomic)
    f = &plain_forms[draw(6)];
  int count = word || chance(60) ? 1 : 2;
  int first = kind == 'v' && !word ? ATOMIC_CELLS : 0;
  int last = word ? ATOMIC_CELLS : CELLS;
  int cell = first + draw(last - first - count + 1);
  int at = draw(BUFFER - count + 1), issued = moment(me);
  if (op_count == OPS) fail("too many operations");
  struct op *o = &ops[op_count++];
  event(me);
  emit_op(f, at, count, target, cell, requests);
  *o = (struct op){me, target, .reads = f->reads, .fetches = f->fetches};
  o->here = access_new(line, me, 2 * me + 1, at, count, f->fetches, issued);
  o->there = access_new(line, me, 2 * target, cell, count, !f->reads, issued);
  o->there->atomic = f->atomic;
  follow_epoch(o);
  if (word) word_met(&words[target][cell], o, f->op, issued);
  if (f->request) request_open(me, (struct request){requests++, o, NULL, -1});
  moment(me);
}

static void wait_for(int me, int which)
{
  struct request r = open[me][which];
  open[me][which] = open[me][--open_count[me]];
  event(me);
  emit("MPI_Wait(&request[%d], MPI_STATUS_IGNORE);", r.number);
  int at = moment(me);
  if (r.op)
    complete_locally(r.op, at);
  else
    add(&r.buffer->ends, at);
  if (r.sent >= 0) edge(r.sent, at);
}

static void message(void)
{
  int from = draw(RANKS), to = (from + 1 + draw(RANKS - 1)) % RANKS;
  bool buffers = chance(40);
  int at = buffers ? draw(BUFFER) : 0, sent, tag = line;
  event(from);
  emit("MPI_%send(%s + %d, 1, MPI_INT, %d, %d, MPI_COMM_WORLD",
       buffers ? "Is" : "S", buffers ? "buffer" : "out", at, to, tag);
  if (buffers) emit(", &request[%d]", requests);
  emit(");");
  sent = moment(from);
  if (buffers) {
    struct access *a = access_new(line, from, 2 * from + 1, at, 1, false, sent);
    request_open(from, (struct request){requests++, NULL, a, -1});
  }
  event(to);
  at = buffers ? draw(BUFFER) : 0;
  emit("MPI_%secv(%s + %d, 1, MPI_INT, %d, %d, MPI_COMM_WORLD, ",
       buffers ? "Ir" : "R", buffers ? "buffer" : "in", at, from, tag);
  emit(buffers ? "&request[%d]);" : "MPI_STATUS_IGNORE);", requests);
  int received = moment(to);
  if (buffers) {
    struct access *a = access_new(line, to, 2 * to + 1, at, 1, true, received);
    request_open(to, (struct request){requests++, NULL, a, sent});
  } else {
    edge(sent, received);
  }
}

static void collect(void)
{
  int root = draw(RANKS), how = draw(3), at;
  event(-1);
  if (how == 0) {
    emit("MPI_Barrier(MPI_COMM_WORLD);");
    meeting();
  } else if (how == 1) {
    emit("MPI_Bcast(in, 1, MPI_INT, %d, MPI_COMM_WORLD);", root);
    at = moment(root);
    for (int r = 0; r < RANKS; r++)
      if (r != root) edge(at, moment(r));
  } else {
    emit("MPI_Reduce(out, in, 1, MPI_INT, MPI_SUM, %d, MPI_COMM_WORLD);", root);
    int others[RANKS];
    for (int r = 0; r < RANKS; r++)
      if (r != root) others[r] = moment(r);
    at = moment(root);
    for (int r = 0; r < RANKS; r++)
      if (r != root) edge(others[r], at);
  }
}

static void flush(int me, int target)
{
  bool local = chance(50), all = chance(40);
  event(me);
  emit("MPI_Win_flush%s%s(", local ? "_local" : "", all ? "_all" : "");
  if (!all) emit("%d, ", target);
  emit("win);");
  complete(me, all ? -1 : target, moment(me), local);
}

static void fence(void)
{
  event(-1);
  emit("MPI_Win_fence(0, win);");
  int at = meeting();
  for (int r = 0; r < RANKS; r++)
    complete(r, -1, at, false);
}

static void lock(int me, int target)
{
  bool exclusive = chance(60);
  struct epoch *e = &epochs[me][target];
  for (int r = 0; r < RANKS; r++)
    if (epochs[r][target].open && (exclusive || epochs[r][target].exclusive))
      return;
  event(me);
  emit("MPI_Win_lock(MPI_LOCK_%s, %d, 0, win);",
       exclusive ? "EXCLUSIVE" : "SHARED", target);
  int at = moment(me);
  *e = (struct epoch){true, exclusive, target == me, unlocks[target][1]};
  for (int i = 0; exclusive && i < unlocks[target][0].count; i++)
    add(&e->after, unlocks[target][0].list[i]);
  if (target == me) edges(&e->after, at);
}

static void unlock(int me, int target)
{
  struct epoch *e = &epochs[me][target];
  event(me);
  emit("MPI_Win_unlock(%d, win);", target);
  complete(me, target, moment(me), false);
  int at = moment(me); /* who comes after this comes after those */
  e->open = false;
  if (!e->used) return;
  if (target != me) edges(&e->after, at);
  add(&unlocks[target][e->exclusive], at);
}

/* A rank posts to some that have not started, and they start. */
static void expose(int target)
{
  bool anybody = false;
  for (int r = 0; r < RANKS; r++)
    if (posted[r] == target) return;
  for (int r = 0; r < RANKS; r++)
    if (posted[r] < 0 && chance(70)) {
      posted[r] = target;
      anybody = true;
    }
  if (!anybody) return;
  int count = 0;
  event(target);
  emit("post((int[]){");
  for (int r = 0; r < RANKS; r++)
    if (posted[r] == target && ++count) emit("%d, ", r);
  emit("}, %d);", count);
  post_at[target] = moment(target);
  for (int r = 0; r < RANKS; r++) {
    if (posted[r] != target) continue;
    event(r);
    emit("start(%d);", target);
    moment(r);
  }
}

/* The target waits when all have completed. A get that is complete tells its
 * origin of the post. */
static void hide(int target)
{
  bool gets, anybody = false;
  int done[RANKS];
  for (int r = 0; r < RANKS; r++) {
    if (posted[r] != target) continue;
    event(r);
    emit("MPI_Win_complete(win);");
    done[r] = moment(r);
    gets = false;
    for (int i = 0; i < op_count; i++)
      gets |= ops[i].origin == r && ops[i].reads;
    if (gets) edge(post_at[target], done[r]);
    complete(r, target, done[r], true);
    anybody = true;
  }
  if (!anybody) return;
  event(target);
  emit("MPI_Win_wait(win);");
  int at = moment(target);
  for (int r = 0; r < RANKS; r++) {
    if (posted[r] != target) continue;
    edge(done[r], at);
    complete(r, target, at, false);
    posted[r] = -1;
  }
}

static void operate_somewhere(void)
{
  int me = draw(RANKS), target = draw(RANKS);
  if (kind == 'p' && posted[me] >= 0)
    operate(me, posted[me]);
  else if (kind == 'p')
    expose(target);
  else if (kind == 'l' && !epochs[me][target].open)
    lock(me, target);
  else
    operate(me, target);
}

static void synchronise(void)
{
  int me = draw(RANKS), target = draw(RANKS);
  if (kind == 'f')
    chance(60) ? fence() : message();
  else if (kind == 'p')
    chance(50) ? expose(target) : hide(target);
  else if (kind == 'l' && epochs[me][target].open && chance(60))
    unlock(me, target);
  else if (kind != 'l' || epochs[me][target].open)
    flush(me, target);
}

static void make(void)
{
  for (int r = 0; r < RANKS; r++)
    posted[r] = -1;
  meeting();
  for (int i = 0; i < EVENTS; i++) {
    int dice = draw(100), me = draw(RANKS);
    if (dice < 25)
      touch();
    else if (dice < 60)
      operate_somewhere();
    else if (dice < 77)
      synchronise();
    else if (dice < 85 && open_count[me])
      wait_for(me, draw(open_count[me]));
    else if (dice < 96)
      message();
    else
      collect();
  }
}

static void finish(void)
{
  for (int r = 0; r < RANKS; r++)
    while (open_count[r])
      wait_for(r, 0);
  if (kind == 'f') fence();
  for (int r = 0; r < RANKS; r++) {
    if (kind == 'p') hide(r);
    for (int t = 0; kind == 'l' && t < RANKS; t++)
      if (epochs[r][t].open) unlock(r, t);
  }
  if (kind == 'a' || kind == 's' || kind == 'v') {
    event(-1);
    emit("MPI_Win_unlock_all(win);");
    for (int r = 0; r < RANKS; r++)
      complete(r, -1, moment(r), false);
  }
  emit(" MPI_Barrier(MPI_COMM_WORLD); MPI_Win_free(&win); "
       "MPI_Group_free(&world); MPI_Finalize(); }\n");
}

static const char preamble[] =
    "#include <mpi.h>\n"
    "#include <oriel.h>\n"
    "static int buffer[%d], out[1], in[1], one = 1, me;\n"
    "static volatile int sink;\n"
    "static MPI_Win win;\n"
    "static MPI_Group world;\n"
    "static MPI_Request request[%d];\n"
    "void at(int line)\n"
    "{\n"
    "  double wait = line * 1e-3 - MPI_Wtime();\n"
    "  if (wait > 0) oriel_compute(wait);\n"
    "}\n"
    "void post(const int *ranks, int count)\n"
    "{\n"
    "  MPI_Group group;\n"
    "  MPI_Group_incl(world, count, ranks, &group);\n"
    "  MPI_Win_post(group, 0, win);\n"
    "  MPI_Group_free(&group);\n"
    "}\n"
    "void start(int target)\n"
    "{\n"
    "  MPI_Group group;\n"
    "  MPI_Group_incl(world, 1, &target, &group);\n"
    "  MPI_Win_start(group, 0, win);\n"
    "  MPI_Group_free(&group);\n"
    "}\n"
    "int main(void)\n"
    "{\n"
    "  volatile int *memory[%d] = {0};\n"
    "  MPI_Aint size;\n"
    "  int unit;\n"
    "  MPI_Init(NULL, NULL);\n"
    "  MPI_Comm_rank(MPI_COMM_WORLD, &me);\n"
    "  MPI_Comm_group(MPI_COMM_WORLD, &world);\n"
    "  MPI_Win_allocate%s(%d * sizeof(int), sizeof(int), MPI_INFO_NULL,\n"
    "                   MPI_COMM_WORLD, &memory[me], &win);\n"
    "  for (int r = 0; r < %d; r++)\n"
    "    MPI_Win_shared_query(win, r, &size, &unit, &memory[r]);\n"
    "  %s";

static void open_program(void)
{
  const char *first = kind == 'f'   ? "MPI_Win_fence(0, win);"
                      : kind == 'p' ? ""
                      : kind == 'l' ? ""
                                    : "MPI_Win_lock_all(0, win);";
  bool shared = kind == 's';
  emit(preamble, BUFFER, OPS, RANKS, shared ? "_shared" : "", CELLS,
       shared ? RANKS : 0, first);
  for (size_t i = 0; i < length; i++)
    line += text[i] == '\n';
}

const char *program(char k, unsigned long seed)
{
  kind = k;
  state = seed * 2654435761u + (unsigned char)kind;
  open_program();
  make();
  finish();
  return text;
}
