/* C11's atomics on window memory: loads, stores and changes, of which those
 * that acquire come after what was released to what they find; and fences,
 * which make relaxed ones do that. */
#include "events.h"

static const struct form {
  const char *before, *behind; /* the address */
  enum { LOAD, STORE, CHANGE, FENCE } does;
  bool acquires, releases;
} forms[] = {
    {"sink = atomic_load(", ");", LOAD, .acquires = true},
    {"sink = atomic_load_explicit(", ", memory_order_acquire);", LOAD,
     .acquires = true},
    {"sink = atomic_load_explicit(", ", memory_order_relaxed);", .does = LOAD},
    {"{ int old = never; atomic_compare_exchange_strong(", ", &old, 1); }",
     LOAD, .acquires = true},
    {"for (int i = 0; i < 3; i++) sink = atomic_load(", ");", LOAD,
     .acquires = true},
    {"atomic_store(", ", 1);", STORE, .releases = true},
    {"atomic_store_explicit(", ", 1, memory_order_release);", STORE,
     .releases = true},
    {"atomic_store_explicit(", ", 1, memory_order_relaxed);", .does = STORE},
    {"atomic_fetch_add(", ", 1);", CHANGE, .acquires = true, .releases = true},
    {"atomic_exchange_explicit(", ", 1, memory_order_release);", CHANGE,
     .releases = true},
    {"atomic_fetch_or_explicit(", ", 1, memory_order_acquire);", CHANGE,
     .acquires = true},
    {"atomic_fetch_sub_explicit(", ", 1, memory_order_relaxed);",
     .does = CHANGE},
    {"atomic_thread_fence(memory_order_release);", "", FENCE, .releases = true},
    {"atomic_thread_fence(memory_order_acquire);", "", FENCE,
     .acquires = true}};
enum { FORMS = sizeof forms / sizeof *forms };

/* What comes before who acquires from a cell; what was released to what a
 * strand has read; and its last fence that releases, 0: none. */
enum { CELLS = 8 };
static struct moments released[2 * RANKS][CELLS], found[STRANDS];
static int fenced[STRANDS];

static void fence_atomics(int strand, const struct form *f)
{
  event(strand);
  emit("%s", f->before);
  int at = moment(strand);
  if (f->releases) fenced[strand] = at;
  if (f->acquires) edges(&found[strand], at);
}

static void find(struct moments *m, int strand, bool acquires)
{
  int at = latest(strand);
  for (int i = 0; i < m->count; i++)
    add_begin(&found[strand], m->list[i]);
  if (acquires) edges(m, at);
}

static void release(struct moments *m, int strand, bool whole)
{
  if (whole)
    add_begin(m, latest(strand));
  else if (fenced[strand])
    add_begin(m, fenced[strand]);
}

static void use_atomically(int strand, struct place p, const struct form *f)
{
  struct moments *m = &released[p.space][p.cell];
  event(strand);
  emit("%s(atomic_int *)(", f->before);
  emit_place(p);
  emit(")%s", f->behind);
  touched(p, f->does != LOAD, strand)->c_atomic = true;
  if (f->does == STORE) m->count = 0;
  moment(strand);
  if (f->does != STORE) find(m, strand, f->acquires);
  if (f->does != LOAD) release(m, strand, f->releases);
  moment(strand);
}

static void draw_atomic(int strand, struct place p, bool writes)
{
  const struct form *f;
  bool loads = is_word(p) && (loop_round() >= 0 || chance(75));
  do
    f = &forms[draw(FORMS)];
  while ((loads && f->does != LOAD) || (writes && f->does == LOAD));
  if (f->does == FENCE)
    fence_atomics(strand, f);
  else
    use_atomically(strand, p, f);
}

/* One after another, of the same cell: then the latter may follow. */
void atomic_event(int from, int to)
{
  struct place p = place_of_window(rank_of(from));
  bool pair = rank_of(from) == rank_of(to) || kind->shared;
  draw_atomic(from, p, !is_word(p) && pair && chance(60));
  if (chance(20)) touch(from);
  if (pair && !word_retired(p) && chance(70)) draw_atomic(to, p, false);
}
