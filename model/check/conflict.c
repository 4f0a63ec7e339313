/* Conflicts in words: who, where, and which bytes.
 *
 * Segments of one access that conflict with the same earlier one are one
 * conflict; those at the same two places are one report, with the count of the
 * later accesses (of earlier ones, like records are one). What
 * completes an operation later is known later, so reports get their advice at
 * the end. Invariant: the acts of a report without advice are referenced. */
#include "conflict.h"

#include "advice.h"
#include "label.h"
#include "looks.h"
#include "many.h"
#include "rules.h"
#include "visibility.h"

#include "../pool.h"
#include "../window/window.h"

#include <stdio.h>
#include <string.h>

/* --- one side --- */

static const char *place_of(const struct record *r)
{
  return record_is_touch(r) ? checking->place_function(r->act->by->site)
                            : checking->place(r->act->by->site);
}

static const char *epoch_name(enum observed_epoch e)
{
  static const char *const names[] = {[EPOCH_FENCE] = "fence",
                                      [EPOCH_START] = "start",
                                      [EPOCH_LOCK] = "lock",
                                      [EPOCH_LOCK_SHARED] = "shared lock",
                                      [EPOCH_LOCK_ALL] = "lock_all"};
  return names[e];
}

static const char *state_of(const struct record *r)
{
  const struct act *a = r->act;
  if (a->plain) return NULL;
  if (advice_completion(r)) return "complete only for those who know of it";
  if (a->done || (a->batch && batch_local(a->batch)))
    return "complete locally only";
  return "not yet complete";
}

/* Where a window is meant, an operation may be there by its buffer. */
static const char *part_of(const struct record *r, bool in_window)
{
  bool there = r->flags & RECORD_AT_TARGET;
  return in_window && !there ? "its buffer; " : "";
}

static void side_of(const struct record *r, bool in_window,
                    struct report_side *s)
{
  const struct act *a = r->act;
  s->what = a->by->what;
  s->rank = act_strand(a)->rank;
  s->strand = act_strand(a)->number;
  s->place = place_of(r);
  if (!a->batch) return;
  snprintf(s->note, sizeof s->note, "%sepoch: %s, opened at %s",
           part_of(r, in_window), epoch_name(a->batch->epoch),
           checking->place(a->batch->opened));
}

/* --- where --- */

static const struct record *at_target(const struct record *a,
                                      const struct record *b)
{
  if (a->flags & RECORD_AT_TARGET) return a;
  return b->flags & RECORD_AT_TARGET ? b : NULL;
}

/* Loads and stores are told later, when the rank may be elsewhere. */
static void in_buffer(const struct record *later, const char *low,
                      const char *high, char *text, size_t size)
{
  char name[REPORT_NOTE];
  int rank = record_owner(later);
  long long n = high - low;
  const void *access = record_is_touch(later) ? later->act->by->site : NULL;
  if (!checking->name || !checking->name(low, rank, access, name, sizeof name))
    strcpy(name, "a buffer");
  snprintf(text, size, "in %s of rank %d, %lld byte%s", name, rank, n,
           n == 1 ? "" : "s");
}

/* A store and an update of one window, in the separate model. */
static void in_copies(const struct record *update, char *text, size_t size)
{
  const struct batch *g = update->act->batch;
  snprintf(text, size, "in the copies of %s of rank %d",
           window_label(&g->window->window->views[batch_target(g)]),
           batch_target(g));
}

/* True: in a window. */
static bool where(const struct record *a, const struct record *b,
                  const char *low, const char *high, char *text, size_t size)
{
  const struct record *t = at_target(a, b);
  const struct window_view *v = history_window(low);
  if (visibility_is_whole(low))
    in_copies(t, text, size);
  else if (t)
    window_part(t->act->batch->window, batch_target(t->act->batch), low, high,
                text, size);
  else if (v)
    window_part(v, v->rank, low, high, text, size);
  else
    in_buffer(b, low, high, text, size);
  return t || v;
}

/* --- reports --- */

static struct pool founds = {.size = sizeof(struct found)};
static struct found *seen; /* by the access that runs, and ... */
static struct hash seen_by_places;
static struct found *first, **last = &first; /* that await their advice */

/* Polling by loads works in the unified memory model only, and in the separate
 * one is a conflict as any other. */
static enum rule rule_of(const struct record *a, const struct record *b)
{
  const struct record *load = record_is_touch(a) ? a : b;
  const struct record *other = load == a ? b : a;
  if (record_compatible(a, b)) return RULE_ACCUMULATE_OPS;
  bool polls =
      load->act->polled || (load->flags & (RECORD_C_ATOMIC | RECORD_FINDS));
  if (!history_separate && record_is_touch(load) && polls &&
      !(load->flags & RECORD_WRITES) && record_may_be_polled(other))
    return RULE_PORTABILITY;
  return RULE_CONFLICT;
}

/* Is one a load that may find the word before or after the other, or, in the
 * separate model, that would have to? */
static bool may_look(const struct record *a, const struct record *b)
{
  const struct record *load = record_is_touch(a) ? a : b;
  const struct record *other = load == a ? b : a;
  if (!record_is_touch(load) || (load->flags & RECORD_WRITES)) return false;
  bool polls = history_separate && load->act->polled;
  return record_may_be_polled(other) &&
         (polls || (other->flags & RECORD_ATOMIC));
}

/* What would be one report has one key: the two places in the program. There is
 * one conflict of each, however many operations meet. (Loads and stores have
 * the places that each rank has for itself: who polls is known of each.) */
static struct hash_key places_key(const struct record *earlier,
                                  const struct record *later, enum rule rule)
{
  const struct caller *a = earlier->act->by, *b = later->act->by;
  if (!record_is_touch(earlier) && !record_is_touch(later))
    a = caller_first(a), b = caller_first(b);
  return (struct hash_key){(uintptr_t)a | (uint64_t)rule << 48, (uintptr_t)b};
}

/* An operation that had to wait came to its target after what its strand did
 * meanwhile. */
static bool issued_before(const struct record *a, const struct record *b)
{
  struct stamp x = a->act->stamp, y = b->act->stamp;
  return x.strand == y.strand && x.tick < y.tick;
}

static bool wanted(enum rule rule)
{
  if (rule == RULE_ACCUMULATE_OPS) return checking->accumulate_ops;
  return rule != RULE_PORTABILITY || checking->portability;
}

void conflict_seen(const struct record *earlier, const struct record *later,
                   const char *low, const char *high)
{
  if (issued_before(later, earlier)) {
    const struct record *waited = later;
    later = earlier;
    earlier = waited;
  }
  enum rule rule = rule_of(earlier, later);
  if (!wanted(rule)) return;
  struct hash_key key = places_key(earlier, later, rule);
  struct found *f = hash_find(&seen_by_places, key);
  if (f) {
    if (f->earlier.act == earlier->act && f->later.act == later->act &&
        f->high == low)
      f->high = high;
    return;
  }
  f = pool_take(&founds);
  *f = (struct found){.node.key = key,
                      .earlier = *earlier,
                      .later = *later,
                      .rule = rule,
                      .looks =
                          !visibility_is_whole(low) && may_look(earlier, later),
                      .low = low,
                      .high = high,
                      .next = seen};
  hash_add(&seen_by_places, &f->node);
  f->earlier.act->references++;
  f->later.act->references++;
  seen = f;
}

static void found_free(struct found *f)
{
  act_unref(f->earlier.act);
  act_unref(f->later.act);
  pool_give(&founds, f);
}

/* Two accumulates look as if nothing need order them, and most often nothing
 * would have to if they were alike. */
static const char *nothing_orders(const struct record *a,
                                  const struct record *b)
{
  if (!(a->flags & b->flags & RECORD_ATOMIC)) return "Nothing orders them";
  if (act_window(a->act) != act_window(b->act))
    return "Accumulates through different windows are not atomic towards each "
           "other; issue both through one, else nothing orders them";
  bool coincide = a->size == b->size && a->grid == b->grid;
  if (a->basic != b->basic && !coincide)
    return "Accumulates of different types are not atomic towards each other; "
           "use one predefined type for both, and elements that coincide, else "
           "nothing orders them";
  if (a->basic != b->basic)
    return "Accumulates of different types are not atomic towards each other; "
           "use one predefined type for both, else nothing orders them";
  return "Accumulates of elements that overlap in part are not atomic towards "
         "each other; let the elements coincide, else nothing orders them";
}

/* The report of the two places; NULL: there is none. */
static struct report *known(const struct found *f, enum rule rule)
{
  const struct record *a = &f->earlier, *b = &f->later;
  return report_find(rule, a->act->by->what, place_of(a), b->act->by->what,
                     place_of(b));
}

/* What a loop polls counts when it comes, and not again when it is found: how
 * often a loop looks is up to the compiler. */
static bool counts(const struct found *f)
{
  struct act *earlier = f->earlier.act, *later = f->later.act;
  if (f->rule == RULE_PORTABILITY && earlier->counted) return false;
  if (record_is_touch(&f->earlier)) later->counted = true;
  return true;
}

/* Are they of two threads, one after the other, that have one number? */
static bool numbered_again(const struct act *a, const struct act *b)
{
  const struct check_strand *x = act_strand(a), *y = act_strand(b);
  if (x->rank != y->rank || x->number != y->number) return false;
  return x != y || (a->stamp.tick < x->begun) != (b->stamp.tick < x->begun);
}

/* Has the later one's strand fetched what the earlier one's has updated since,
 * by values that order nothing? */
static const struct caller *values_between(const struct record *a,
                                           const struct record *b)
{
  const struct completion *c = advice_completion(a);
  if (!a->act->plain && !c) return NULL;
  return many_between(c ? c->stamp : a->act->stamp, b->act->stamp.strand);
}

static bool can_lock(int world, const struct window *w)
{
  const struct window_view *v = window_view_of(w, world);
  return v && !v->barred;
}

static bool by_one_window(const struct record *earlier,
                          const struct record *later)
{
  const struct batch *g = earlier->act->batch, *h = later->act->batch;
  if (!g || !h) return false;
  return g->window == h->window ||
         (earlier->flags & RECORD_AT_TARGET &&
          act_window(earlier->act) == act_window(later->act));
}

/* The other side of an operation at its target: might it lock that, too? */
static void note_target(struct found *f, const struct record *operation)
{
  const struct record *r = operation == &f->later ? &f->earlier : &f->later;
  const struct window *w = act_window(operation->act);
  f->target = batch_target(operation->act->batch);
  f->locks = can_lock(act_strand(r->act)->rank, w);
  f->unchecked = held_unchecked(w);
}

/* What orders loads and stores of a window's memory, as its rank is now. */
static void note_epoch(struct found *f, const struct window *w)
{
  const struct act *b = f->later.act;
  const struct window_view *v = window_view_of(w, act_strand(b)->rank);
  f->passive = advice_is_passive(b, w);
  f->fences = v && epoch_takes_fence(&v->epoch);
}

/* While the windows are there: but that of a buffer may be freed. */
static void note_windows(struct found *f)
{
  const struct record *operation = at_target(&f->later, &f->earlier);
  const struct window_view *v = operation ? NULL : history_window(f->low);
  f->same_op = f->rule == RULE_ACCUMULATE_OPS &&
               act_window(f->earlier.act)->rules.same_op;
  f->one_window = by_one_window(&f->earlier, &f->later);
  f->target = -1;
  if (operation) note_target(f, operation);
  if (operation)
    note_epoch(f, act_window(operation->act));
  else if (v)
    note_epoch(f, v->window);
}

/* Of access number `access`. True: a report that awaits its advice. */
static bool tell(struct found *f, unsigned long access)
{
  const struct record *a = &f->earlier, *b = &f->later;
  enum rule rule = f->rule;
  struct report *old = known(f, rule);
  bool polled = !old && rule == RULE_PORTABILITY;
  /* A load that finds an update may also have come before one. */
  if (polled) old = known(f, RULE_CONFLICT);
  bool once_more = counts(f);
  if (old) {
    if (once_more) report_count(old, access);
    if (polled)
      looks_polled(old);
    else if (rule == RULE_CONFLICT)
      looks_expect(old, a, b, f->low, f->high);
    return false;
  }
  struct report r = {
      .rule = rule, .date = b->act->date, .sides = 2, .cause = access};
  char place[REPORT_TEXT - 32];
  bool in_window = where(a, b, f->low, f->high, place, sizeof place);
  snprintf(r.headline, sizeof r.headline, "%s %s",
           rule == RULE_CONFLICT ? "conflict" : rule_about(rule)->name, place);
  side_of(a, in_window, &r.side[0]);
  side_of(b, in_window, &r.side[1]);
  r.side[0].state = state_of(a);
  if (numbered_again(a->act, b->act))
    r.side[a->act->date <= b->act->date].later = true;
  f->known = advice_completion(a);
  f->missed = !f->known && a->act->batch && a->act->batch->missed;
  f->many = values_between(a, b);
  f->nothing = nothing_orders(a, b);
  note_windows(f);
  f->report = report_add(&r);
  if (rule == RULE_CONFLICT) looks_expect(f->report, a, b, f->low, f->high);
  return true;
}

/* The first seen first; but a conflict counts what is polled at its places. */
static struct found *seen_in_order(void)
{
  struct found *conflicts = NULL, *polled = NULL, *rest;
  for (; seen; seen = rest) {
    rest = seen->next;
    hash_take(&seen_by_places, seen->node.key);
    struct found **list = seen->rule == RULE_PORTABILITY ? &polled : &conflicts;
    seen->next = *list;
    *list = seen;
  }
  struct found **end = &conflicts;
  while (*end)
    end = &(*end)->next;
  *end = polled;
  return conflicts;
}

void conflict_settle(void)
{
  static unsigned long access;
  if (!seen) return;
  struct found *f = seen_in_order();
  access++;
  while (f) {
    struct found *next = f->next;
    f->next = NULL;
    if (tell(f, access)) {
      *last = f;
      last = &f->next;
    } else {
      found_free(f);
    }
    f = next;
  }
}

/* What was a conflict may have been polling. False: there is no report. */
static bool settle_rule(struct found *f)
{
  struct report *r = f->report;
  const struct record *load =
      record_is_touch(&f->earlier) ? &f->earlier : &f->later;
  enum looking looking = looks_final(r, load->act);
  if (f->rule != RULE_CONFLICT || looking == LOOKING_NOT) return true;
  f->rule = RULE_PORTABILITY;
  if (looking == LOOKING_POLLED && checking->portability)
    return report_turn(r, RULE_PORTABILITY);
  report_drop(r);
  return false;
}

void conflict_close(void)
{
  looks_close();
  while (first) {
    struct found *f = first;
    first = f->next;
    if (settle_rule(f)) advise(f, f->report->advice, sizeof f->report->advice);
    found_free(f);
  }
  last = &first;
}
