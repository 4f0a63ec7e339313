/* One-sided operations: what they access, and what completes that. */
#include "events.h"

#include <string.h>

/* ONE buffer, or an origin and a result: with a COUNT or of a single element,
 * which may be swapped with what is never there. */
struct form {
  const char *call, *op; /* NULL: none */
  enum { ONE, COUNT, FETCH, SWAP } buffers;
  bool request, reads, atomic, fetches;
};
#define UPDATE .atomic = true
#define FETCHED .atomic = true, .fetches = true
#define LOOK .atomic = true, .fetches = true, .reads = true

static const struct form forms[] = {
    {"Put", NULL, ONE, .request = false},
    {"Put", NULL, ONE, .request = false},
    {"Get", NULL, ONE, .reads = true, .fetches = true},
    {"Get", NULL, ONE, .reads = true, .fetches = true},
    {"Accumulate", "MPI_SUM", ONE, UPDATE},
    {"Accumulate", "MPI_SUM", ONE, UPDATE},
    {"Get_accumulate", "MPI_SUM", COUNT, FETCHED},
    {"Get_accumulate", "MPI_NO_OP", COUNT, LOOK},
    {"Fetch_and_op", "MPI_SUM", FETCH, FETCHED},
    {"Fetch_and_op", "MPI_NO_OP", FETCH, LOOK},
    {"Compare_and_swap", NULL, SWAP, FETCHED},
    /* not in epochs of fences and posts: */
    {"Rput", NULL, ONE, .request = true},
    {"Rput", NULL, ONE, .request = true},
    {"Rget", NULL, ONE, .request = true, .reads = true, .fetches = true},
    {"Raccumulate", "MPI_SUM", ONE, UPDATE, .request = true},
    {"Rget_accumulate", "MPI_SUM", COUNT, FETCHED, .request = true},
    {"Rget_accumulate", "MPI_NO_OP", COUNT, LOOK, .request = true}};
enum { FORMS = sizeof forms / sizeof *forms, FORMS_ACTIVE = 11 };

static const struct form word_forms[] = {
    {"Accumulate", "MPI_SUM", ONE, UPDATE},
    {"Accumulate", "MPI_REPLACE", ONE, UPDATE},
    {"Raccumulate", "MPI_SUM", ONE, UPDATE, .request = true},
    {"Fetch_and_op", "MPI_SUM", FETCH, FETCHED},
    {"Fetch_and_op", "MPI_REPLACE", FETCH, FETCHED},
    {"Fetch_and_op", "MPI_NO_OP", FETCH, LOOK},
    {"Get_accumulate", "MPI_NO_OP", COUNT, LOOK},
    {"Rget_accumulate", "MPI_SUM", COUNT, FETCHED, .request = true},
    {"Compare_and_swap", NULL, SWAP, FETCHED}};
enum { WORD_FORMS = sizeof word_forms / sizeof *word_forms };

/* What operate_word() wants. */
static struct wanted {
  bool any, looks;
  int cell;
} wanted;

static struct op ops[OPS];
static int op_count;
struct moments opened[WINDOWS][RANKS];

/* --- completion --- */

/* What the epoch follows is known to its origin, too. */
static void epoch_learn(const struct op *o, int at)
{
  int origin = rank_of(o->origin);
  if (epochs_of(o->window) == LOCKS && o->target != origin)
    edges(&epochs[o->window][origin][o->target].after, at);
  if (epochs_of(o->window) == POSTS) edges(&opened[o->window][o->target], at);
}

void operation_over_here(struct op *o, int at)
{
  for (int i = 0; i < o->here_count; i++)
    add(&o->here[i]->ends, at);
  if (o->reads) add(&o->there->ends, at);
  if (o->fetches) { /* the strand that issued it is taken to have it, too */
    add(&o->there->found, at);
    add(&o->there->found, latest(o->origin));
  }
  if (o->fetches && !o->over) epoch_learn(o, at);
  word_learn(&o->found, at);
}

/* A call that completes operations of its rank, as far as its strand knows of
 * them; target -1: to all. */
struct flush {
  int strand, window, target, at;
  bool here_only;
};

static void complete_known(const struct flush *f)
{
  for (int i = 0; i < op_count; i++) {
    struct op *o = &ops[i];
    if (o->over || o->window != f->window ||
        rank_of(o->origin) != rank_of(f->strand) ||
        (f->target >= 0 && o->target != f->target) ||
        !comes_before(o->issued, f->at))
      continue;
    operation_over_here(o, f->at);
    if (f->here_only) continue;
    add(&o->there->ends, f->at);
    epoch_learn(o, f->at);
    o->over = !kind->threads; /* or also by what another thread does */
  }
}

static struct flush flushes[MOMENTS]; /* of threads */
static int flush_count;

void complete(int strand, int window, int target, int at, bool here_only)
{
  struct flush f = {strand, window, target, at, here_only};
  complete_known(&f);
  if (!kind->threads) return;
  if (flush_count == MOMENTS) fail("too many flushes");
  flushes[flush_count++] = f;
}

void complete_found(void)
{
  for (int i = 0; i < flush_count; i++)
    complete_known(&flushes[i]);
}

void leave_fence(int window, int at, const int *left)
{
  for (int i = 0; i < op_count; i++) {
    struct access *a = ops[i].there;
    if (ops[i].window != window || !a->ends.count || a->ends.list[0] != at)
      continue;
    append(&a->left, left[ops[i].target]);
    if (ops[i].reads) append(&a->left, left[rank_of(ops[i].origin)]);
  }
}

bool any_pending(int window)
{
  for (int i = 0; i < op_count; i++)
    if (ops[i].window == window && !ops[i].over) return true;
  return false;
}

/* --- issue --- */

static const struct form *draw_form(int window, bool word)
{
  const struct form *f;
  enum epochs by = epochs_of(window);
  bool active = by == FENCES || by == POSTS;
  do
    f = word ? &word_forms[draw(WORD_FORMS)]
             : &forms[draw(active ? FORMS_ACTIVE : FORMS)];
  while ((kind->words && !word && f->atomic) ||
         (f->request && !requests_left(1)) ||
         (wanted.any && f->reads != wanted.looks));
  return f;
}

static void use(struct op *o, struct place p, bool writes)
{
  o->here[o->here_count++] =
      access_new(access_of(p, o->origin, writes), o->issued);
}

/* Values of words come from a table that nobody writes. */
static struct value {
  int value, compare; /* -1: from a buffer; what is never there */
} value;

static void draw_value(const struct form *f, const struct word *w)
{
  value.value = draw(4);
  value.compare = kept(chance(70) ? w->value : draw(4));
  if (f->buffers != SWAP) value.compare = -1;
}

static void emit_origin(struct op *o, const struct form *f, struct places *p,
                        int count)
{
  if (value.value >= 0) {
    emit("numbers + %d", value.value);
    return;
  }
  bool gets = f->buffers == ONE && f->fetches;
  struct place first = place_apart(rank_of(o->origin), count, !gets, p);
  emit_place(first);
  if (!f->op || strcmp(f->op, "MPI_NO_OP") != 0) use(o, first, gets);
}

static void emit_buffers(struct op *o, const struct form *f, struct places *p,
                         int count, const char *type)
{
  struct place result;
  emit_origin(o, f, p, count);
  if (f->buffers == ONE || f->buffers == COUNT)
    emit_layout(p->list[p->count - 1].as, count, type);
  if (f->buffers == SWAP && value.compare >= 0)
    emit(", numbers + %d", value.compare);
  else if (f->buffers == SWAP)
    emit(", &never");
  if (f->buffers == ONE) return;
  result = place_apart(rank_of(o->origin), count, false, p);
  emit(", ");
  emit_place(result);
  use(o, result, true);
  if (f->buffers == COUNT)
    emit_layout(result.as, count, type);
  else
    emit(", MPI_%s", type);
}

static void emit_op(struct op *o, const struct form *f, struct places *p,
                    const char *type, int number)
{
  struct place there = p->list[0];
  int cell = there.cell - parts[o->window][o->target].first;
  int count = there.count;
  emit("MPI_%s(", f->call);
  emit_buffers(o, f, p, count, type);
  emit(", %d, ", o->target);
  if (kind->dynamic)
    emit("%d * 4 + base[%d]", cell, o->target);
  else
    emit("%d", cell);
  if (f->buffers == ONE || f->buffers == COUNT)
    emit_layout(there.as, count, type);
  if (f->op) emit(", %s", f->op);
  emit(", win[%d]", o->window);
  if (f->request) {
    emit(", &");
    emit_request(number);
  }
  emit(");");
}

/* The word's value is updated, or read, by the operation that is issued now. */
static void meet_word(struct op *o, const struct form *f, struct word *w)
{
  bool replaces = f->op && strcmp(f->op, "MPI_REPLACE") == 0;
  bool swaps = f->buffers == SWAP && kind->swaps && value.compare == w->value;
  if (o->fetches) o->found = *w;
  if (o->reads || (f->buffers == SWAP && !swaps)) return;
  word_update(w, o->there, !o->fetches && replaces, o->issued);
  w->value = value.value + (replaces || swaps ? 0 : w->value);
}

/* An operation comes after what its epoch follows, though its origin may not.
 * [MPI-4.1 12.5.1 to 12.5.3] */
static void follow_epoch(const struct op *o)
{
  int origin = rank_of(o->origin);
  struct epoch *e = &epochs[o->window][origin][o->target];
  const struct moments *m = &opened[o->window][o->target];
  if (epochs_of(o->window) == LOCKS) m = &e->after;
  e->used = true;
  if (epochs_of(o->window) == LOCKS && o->target == origin) return;
  for (int i = 0; i < m->count; i++)
    append(&o->there->begins, m->list[i]);
}

static struct place draw_target(int window, int target, bool word, int count,
                                const struct layout *as)
{
  const struct part *x = &parts[window][target];
  int span = layout_span(as, count);
  int first = kind->words && !word ? ATOMIC_CELLS : 0;
  int cells = word ? ATOMIC_CELLS : x->cells - first;
  if (kind->dynamic) return place_attached(target, count);
  if (wanted.any) return (struct place){x->space, wanted.cell, 1, NULL};
  struct place p;
  do
    p = (struct place){x->space, x->first + first + draw(cells - span + 1),
                       count, as};
  while (word && word_at(p.space, p.cell)->retired);
  return p;
}

static bool any_word(int window, int target)
{
  const struct part *x = &parts[window][target];
  for (int i = 0; i < ATOMIC_CELLS; i++)
    if (!word_at(x->space, x->first + i)->retired) return true;
  return false;
}

static int draw_count(bool single)
{
  if (single || chance(kind->types ? 10 : 60)) return 1;
  return kind->types ? 2 + draw(3) : 2;
}

void operate(int strand, int window, int target)
{
  bool word =
      kind->words && (wanted.any || chance(60)) && any_word(window, target);
  const struct form *f = draw_form(window, word);
  bool others = f->atomic && !word && chance(15);
  bool single = word || f->buffers == FETCH || f->buffers == SWAP;
  int count = draw_count(single);
  const struct layout *as = draw_layout(count, f->reads && !f->atomic);
  struct places p = {1, {draw_target(window, target, word, count, as)}};
  const struct place *t = &p.list[0];
  value = (struct value){-1, -1};
  if (word && kind->swaps) draw_value(f, word_at(t->space, t->cell));
  if (op_count == OPS) fail("too many operations");
  struct op *o = &ops[op_count++];
  event(strand);
  *o = (struct op){strand,
                   window,
                   target,
                   moment(strand),
                   .reads = f->reads,
                   .fetches = f->fetches};
  o->there = access_new(access_of(*t, strand, !f->reads), o->issued);
  o->there->target = true;
  o->there->window = window;
  o->there->attachment = attachment_of(t);
  if (f->atomic) o->there->atomic = 1 + 2 * window + others;
  int number = f->request ? request_number() : 0;
  emit_op(o, f, &p, others ? "UNSIGNED" : "INT", number);
  follow_epoch(o);
  if (word) meet_word(o, f, word_at(t->space, t->cell));
  if (f->request) request_open((struct request){number, strand, .op = o});
  moment(strand);
}

void operate_word(int strand, int target, int cell, bool looks)
{
  wanted = (struct wanted){true, looks, cell};
  operate(strand, 0, target);
  wanted.any = false;
}
