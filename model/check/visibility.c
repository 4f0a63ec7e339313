/* Visibility, from what each rank knew when it synchronised a window.
 *
 * A store is visible to others after a synchronisation by its rank; a rank sees
 * what it knew of at one of its own. In the unified model that matters for
 * loads and stores of shared memory by several ranks, as a warning; in the
 * separate model for all accesses of a window by its owner's loads and stores.
 * Invariant: each synchronisation begins a new tick of its strand. */
#include "visibility.h"

#include "advice.h"
#include "label.h"
#include "report.h"

#include "../hash.h"
#include "../memory.h"
#include "../window/window.h"

#include <stdio.h>
#include <stdlib.h>

enum { KEPT = 64 };
static const uintptr_t whole = (uintptr_t)1 << 62;

static const struct check_options *options;

/* A synchronisation: when it was, and what its strand knew. */
struct sync {
  struct stamp own;
  struct clock past;
  unsigned copies; /* enum observed_copies */
};

/* Of one rank and window, or of all its windows at once, the latest. */
struct synced {
  struct hash_node node;
  struct sync ring[KEPT];
  unsigned count;
};

static struct hash all;

static struct hash_key key_of(const struct window *w, int rank)
{
  return (struct hash_key){(uintptr_t)w, (uint64_t)rank};
}

static bool concerns(const struct window *w)
{
  return options->separate ||
         (options->portability && w->flavor == MPI_WIN_FLAVOR_SHARED);
}

static void synchronise(struct hash_key key, unsigned copies,
                        struct check_strand *s)
{
  struct synced *y = hash_find(&all, key);
  if (!y) {
    y = xcalloc(1, sizeof *y);
    y->node.key = key;
    hash_add(&all, &y->node);
  }
  struct sync *at = &y->ring[y->count++ % KEPT];
  clock_drop(&at->past);
  *at = (struct sync){{s->id, s->now++}, clock_copy(&s->past), copies};
}

enum { BOTH = OBSERVED_PUBLIC | OBSERVED_PRIVATE };

/* In the unified model there is one copy, and all synchronisations are alike.
 */
void visibility_synced(const struct observed_sync *e, struct check_strand *s)
{
  const struct window *w = e->window->window;
  unsigned copies = options->separate ? e->copies : BOTH;
  if (copies && concerns(w)) synchronise(key_of(w, s->rank), copies, s);
}

void visibility_barrier(struct check_strand *s, enum observed_copies copy)
{
  if (!options->separate && options->portability)
    synchronise(key_of(NULL, s->rank), copy, s);
}

void visibility_forget(const struct window_view *v, int rank)
{
  struct synced *y = hash_take(&all, key_of(v->window, rank));
  for (int i = 0; y && i < KEPT; i++)
    clock_drop(&y->ring[i].past);
  free(y);
}

/* Those that are kept of it. */
static const struct sync *sync_list(const struct window *w, int rank,
                                    unsigned *count)
{
  const struct synced *y = hash_find(&all, key_of(w, rank));
  *count = !y ? 0 : y->count < KEPT ? y->count : KEPT;
  return y ? y->ring : NULL;
}

/* Those that the viewer knows of are kept no more: what they did is not known,
 * and taken to be enough. */
static bool are_forgotten(const struct window *w, int rank,
                          const struct viewer *v)
{
  const struct synced *y = hash_find(&all, key_of(w, rank));
  return y && y->count > KEPT && !viewer_knows(v, y->ring[y->count % KEPT].own);
}

/* What came first, and of which bytes. */
struct before {
  const struct record *record;
  const char *low, *high;
};

/* Is there a synchronisation of that copy by the rank that came after the
 * access, and that the viewer knows of? */
static bool synced_of(const struct before *b, int rank,
                      enum observed_copies copy, const struct window *w,
                      const struct viewer *v)
{
  unsigned count;
  for (const struct sync *s = sync_list(w, rank, &count); count--; s++) {
    struct viewer then = {.own = s->own, .past = &s->past};
    if ((s->copies & copy) && viewer_knows(v, s->own) &&
        record_over(b->record, b->low, b->high, &then))
      return true;
  }
  return are_forgotten(w, rank, v);
}

/* Or a barrier, which is one of all windows. */
static bool synced_after(const struct before *b, int rank,
                         enum observed_copies copy, const struct window *w,
                         const struct viewer *v)
{
  return synced_of(b, rank, copy, w, v) || synced_of(b, rank, copy, NULL, v);
}

/* A synchronisation that is needed. */
struct needed {
  int rank;
  enum observed_copies copy;
  const struct window *window;
};

static bool synced_again(const struct before *b, struct needed first,
                         struct needed second, const struct viewer *v)
{
  unsigned count;
  const struct sync *s = sync_list(second.window, second.rank, &count);
  for (; count--; s++) {
    struct viewer then = {.own = s->own, .past = &s->past};
    if ((s->copies & second.copy) && viewer_knows(v, s->own) &&
        synced_after(b, first.rank, first.copy, first.window, &then))
      return true;
  }
  return are_forgotten(second.window, second.rank, v);
}

/* Are there two, the second knowing of the first? */
static bool synced_twice(const struct before *b, struct needed first,
                         struct needed second, const struct viewer *v)
{
  if (synced_again(b, first, second, v)) return true;
  second.window = NULL;
  return synced_again(b, first, second, v);
}

/* By the rank itself: also what calls read and write there. */
static bool is_local(const struct record *r)
{
  return !(r->flags & RECORD_AT_TARGET);
}

/* A store's rank must have synchronised after it, and then, knowing of that,
 * the rank of the load; an update, and what comes by another window, need that
 * the target's rank makes its own copy like the one, and then the other. */
static bool visible(const struct before *b, const struct record *r,
                    const struct viewer *v, const struct window *w)
{
  const struct record *old = b->record;
  int writer = act_strand(old->act)->rank, reader = act_strand(r->act)->rank;
  if (is_local(old) && is_local(r))
    return synced_twice(b, (struct needed){writer, OBSERVED_PUBLIC, w},
                        (struct needed){reader, OBSERVED_PRIVATE, w}, v);
  if (is_local(r)) return synced_after(b, reader, OBSERVED_PRIVATE, w, v);
  if (is_local(old)) return synced_after(b, writer, OBSERVED_PUBLIC, w, v);
  int owner = (int)r->act->batch->world;
  return synced_twice(
      b, (struct needed){owner, OBSERVED_PRIVATE, act_window(old->act)},
      (struct needed){owner, OBSERVED_PUBLIC, act_window(r->act)}, v);
}

static const struct window_view *target_view(const struct record *r)
{
  const struct batch *g = r->act->batch;
  return &g->window->window->views[batch_target(g)];
}

/* What comes by another window after an update of this one need only come after
 * that, unless the update was in both. */
static const struct window_view *
subject_whole(const struct record *old, const struct record *r, const char *low)
{
  bool two = (old->flags ^ r->flags) & RECORD_STORE;
  if (!two || ((old->flags & RECORD_UPDATE) && !is_local(r))) return NULL;
  return (const struct window_view *)((uintptr_t)low & ~whole);
}

/* Which window's copies this is about; NULL: nothing is asked. */
static const struct window_view *
subject(const struct record *old, const struct record *r, const char *low)
{
  if (visibility_is_whole(low)) return subject_whole(old, r, low);
  if (!(old->flags & RECORD_WRITES)) return NULL;
  if (old->flags & r->flags & RECORD_C_ATOMIC) return NULL;
  if (!is_local(old) || !is_local(r)) {
    if (!options->separate || !history_window(low)) return NULL;
    bool one = !is_local(old) && !is_local(r) &&
               act_window(old->act) == act_window(r->act);
    return one ? NULL : target_view(is_local(r) ? old : r);
  }
  const struct window_view *v = history_window(low);
  bool touches = record_is_touch(old) && record_is_touch(r);
  if (act_strand(old->act)->rank == act_strand(r->act)->rank) return NULL;
  if (!touches && !options->separate) return NULL;
  return v && v->window->flavor == MPI_WIN_FLAVOR_SHARED ? v : NULL;
}

static struct report_side side_of(const struct record *r)
{
  const struct act *a = r->act;
  return (struct report_side){
      .what = a->by->what,
      .rank = act_strand(a)->rank,
      .strand = act_strand(a)->number,
      .place = record_is_touch(r) ? options->place_function(a->by->site)
                                  : options->place(a->by->site)};
}

/* The calls of MPI_Win_sync that are missing. */
static void advise_sync(const struct before *b, const struct record *r,
                        const struct viewer *v, const struct window *w,
                        struct report *report)
{
  const struct record *old = b->record;
  bool after = is_local(old), before = is_local(r);
  const char *first = record_is_touch(old) ? "store" : old->act->by->what;
  int writer = act_strand(old->act)->rank, reader = act_strand(r->act)->rank;
  if (after && before) {
    after = !synced_after(b, writer, OBSERVED_PUBLIC, w, v);
    before = !after || !synced_after(b, reader, OBSERVED_PRIVATE, w, v);
  }
  snprintf(report->advice, sizeof report->advice,
           "They are ordered, but the copies of the memory are not made alike "
           "between them. Call MPI_Win_sync%s%s%s%s%s.%s",
           after ? " after the " : "", after ? first : "",
           after && before ? " and" : "",
           before ? " before the later access" : "",
           after || before ? "" : " of the one window, then of the other",
           advice_is_passive(r->act, w) ? "" : ADVICE_SYNC);
}

static void headline(struct report *report, const struct window_view *v,
                     const char *low, const char *high)
{
  char part[REPORT_TEXT - 32];
  const char *name = rule_about(report->rule)->name;
  if (visibility_is_whole(low))
    snprintf(part, sizeof part, "in the copies of %s of rank %d",
             window_label(v), v->rank);
  else
    window_part(v, v->rank, low, high, part, sizeof part);
  snprintf(report->headline, sizeof report->headline, "%s %s", name, part);
}

static void tell(const struct before *b, const struct record *r,
                 const struct viewer *viewer, const struct window_view *v)
{
  const struct record *old = b->record;
  enum rule rule = options->separate ? RULE_CONFLICT : RULE_PORTABILITY;
  struct report report = {.rule = rule, .date = r->act->date, .sides = 2};
  report.side[0] = side_of(old);
  report.side[1] = side_of(r);
  if (report_again(rule, report.side[0].what, report.side[0].place,
                   report.side[1].what, report.side[1].place))
    return;
  headline(&report, v, b->low, b->high);
  advise_sync(b, r, viewer, v->window, &report);
  report_add(&report);
}

static void follows(const struct record *old, const struct record *r,
                    const struct viewer *v, const char *low, const char *high)
{
  const struct window_view *w = subject(old, r, low);
  struct before b = {old, low, high};
  if (w && !visible(&b, r, v, w->window)) tell(&b, r, v, w);
}

void visibility_open(const struct check_options *o)
{
  options = o;
  if (o->separate || o->portability) history_follows = follows;
}

const char *visibility_whole(const struct window_view *v)
{
  return (const char *)(whole | (uintptr_t)v);
}

bool visibility_is_whole(const char *byte)
{
  return (uintptr_t)byte & whole;
}
