/* Two accesses of the same bytes: do they conflict, and what is kept of them.
 */
#include "segment.h"

#include "../op/op.h"
#include "../pool.h"

enum { LOOK_BACK = 8, LIMIT = 1 };

conflict_found *history_conflict;
void (*history_follows)(const struct record *, const struct record *,
                        const struct viewer *, const char *, const char *);

/* --- lists --- */

static enum segment_list list_of(const struct record *r)
{
  if (r->flags & RECORD_ATOMIC) return LIST_ATOMS;
  int writes = RECORD_WRITES | RECORD_STORE | RECORD_UPDATE;
  return r->flags & writes ? LIST_WRITES : LIST_READS;
}

struct recorded {
  struct record record;
  struct recorded *next;
};

static struct pool pool = POOL(struct recorded);

static void record_add(struct records *l, const struct record *r)
{
  struct recorded *new = pool_take(&pool);
  *new = (struct recorded){*r, l->first};
  r->act->references++;
  l->first = new;
  l->count++;
}

/* Take out the one that `at` points to. */
static void record_remove(struct records *l, struct recorded **at)
{
  struct recorded *old = *at;
  *at = old->next;
  act_unref(old->record.act);
  pool_give(&pool, old);
  l->count--;
}

void segment_clear(struct segment *s)
{
  for (int k = 0; k < LISTS; k++)
    while (s->lists[k].first)
      record_remove(&s->lists[k], &s->lists[k].first);
}

/* Behind what it holds, in the same order. */
static void records_copy(struct records *to, const struct recorded *from)
{
  struct recorded **end = &to->first;
  while (*end)
    end = &(*end)->next;
  for (; from; from = from->next, end = &(*end)->next) {
    *end = pool_take(&pool);
    **end = (struct recorded){from->record, NULL};
    from->record.act->references++;
    to->count++;
  }
}

void segment_copy(struct segment *to, const struct segment *from)
{
  to->mixed |= from->mixed;
  for (int k = 0; k < LISTS; k++) {
    to->lists[k].limit = from->lists[k].limit;
    records_copy(&to->lists[k], from->lists[k].first);
  }
}

/* The only record it holds; NULL: none, or several. */
static const struct record *single(const struct segment *s)
{
  const struct record *one = NULL;
  for (int k = 0; k < LISTS; k++) {
    if (s->lists[k].count > 1 || (s->lists[k].count && one)) return NULL;
    if (s->lists[k].count) one = &s->lists[k].first->record;
  }
  return one;
}

bool segment_like(const struct segment *a, const struct segment *b)
{
  const struct record *x = single(a), *y = single(b);
  return x && y && x->act == y->act && x->flags == y->flags;
}

/* --- two accesses --- */

/* Does their order matter? */
static bool clash(const struct record *a, const struct record *b)
{
  int either = a->flags | b->flags;
  if (either & (RECORD_STORE | RECORD_UPDATE))
    return (a->flags ^ b->flags) & RECORD_STORE;
  if (!(either & RECORD_WRITES)) return false;
  if (record_looks(a, b) || record_looks(b, a)) return false;
  return !record_compatible(a, b) || ops_differ(a->act, b->act);
}

/* Does everything that clashes with `old` clash with `new`? */
static bool says_all(const struct record *new, const struct record *old)
{
  if (new->flags &(RECORD_STORE | RECORD_UPDATE))
    return new->flags == old->flags;
  if ((old->flags & RECORD_WRITES) && !(new->flags &RECORD_WRITES))
    return false;
  if (new->flags & RECORD_C_ATOMIC) return old->flags & RECORD_C_ATOMIC;
  if (new->flags & RECORD_ATOMIC)
    return record_compatible(new, old) && new->act->op == old->act->op;
  return true;
}

/* The same strand did the same before, at the same moment of its life; or the
 * same call started the like, which completes at the same time. */
static bool repeats(const struct record *old, const struct record *new)
{
  const struct act *a = old->act, *b = new->act;
  if (old->flags != new->flags || a->plain != b->plain) return false;
  if (a->plain) return a->strand == b->strand && a->tick == b->tick;
  return a->batch && a->batch == b->batch && a->site == b->site &&
         !a->requested && !b->requested && !clash(old, new) && a->op == b->op;
}

/* Two buffers of one nonblocking call: they may be the same. */
static bool same_call(const struct act *a, const struct act *b)
{
  return a->number == b->number && a->number && !a->batch && !b->batch;
}

/* What becomes of an earlier record; true: it need not be kept. Threads that
 * race without a call of MPI are not our business. */
static bool meet(const struct record *old, const struct record *r,
                 const struct viewer *v, const char *low, const char *high)
{
  if (old->act == r->act) return false;
  bool window = history_window(low);
  bool same_memory = window || record_owner(old) == record_owner(r);
  bool concerns_us = window || !record_is_touch(old) || !record_is_touch(r);
  bool over =
      !same_memory || record_over(old, v) || same_call(old->act, r->act);
  if (!over && concerns_us && clash(old, r))
    history_conflict(old, r, low, high);
  if (over && same_memory && history_follows)
    history_follows(old, r, v, low, high);
  return over && says_all(r, old);
}

/* May a record of the list conflict with this one? */
static bool concerns(const struct segment *s, enum segment_list k,
                     const struct record *r)
{
  if (k == LIST_READS) return r->flags & ~(RECORD_AT_TARGET | RECORD_CALL);
  return k != LIST_ATOMS || !(r->flags & RECORD_ATOMIC) || s->mixed;
}

static void list_meet(struct records *l, const struct record *r,
                      const struct viewer *v, const char *low, const char *high)
{
  struct recorded **at = &l->first;
  while (*at)
    if (meet(&(*at)->record, r, v, low, high))
      record_remove(l, at);
    else
      at = &(*at)->next;
  l->limit = 2 * l->count > LIMIT ? 2 * l->count : LIMIT;
}

/* Is there one, lately, that says the same? */
static bool is_known(const struct records *l, const struct record *r)
{
  const struct recorded *at = l->first;
  for (int i = 0; at && i < LOOK_BACK; i++, at = at->next) {
    const struct record *old = &at->record;
    if (old->act == r->act && old->flags == r->flags) return true;
    if (!repeats(old, r)) continue;
    old->act->polled |= old->act->plain && old->act->site == r->act->site;
    return true;
  }
  return false;
}

/* Atomic updates of one kind need not be compared. */
static void mix(struct segment *s, const struct record *r)
{
  const struct recorded *at = s->lists[LIST_ATOMS].first;
  if (!(r->flags & RECORD_ATOMIC)) return;
  if (!at) s->mixed = false;
  for (int i = 0; at && i < 2; i++, at = at->next) {
    const struct record *old = &at->record;
    s->mixed |= !record_compatible(old, r) || old->act->op != r->act->op ||
                old->act->kind != r->act->kind;
  }
}

void segment_access(struct segment *s, const char *base, const struct record *r,
                    const struct viewer *v)
{
  const char *low = base + s->low, *high = base + s->high;
  struct records *own = &s->lists[list_of(r)];
  mix(s, r);
  for (int k = 0; k < LISTS; k++)
    if (concerns(s, k, r) || (&s->lists[k] == own && own->count >= own->limit))
      list_meet(&s->lists[k], r, v, low, high);
  if (!is_known(own, r)) record_add(own, r);
}

void segment_compare(struct segment *s, const char *base, int low, int high,
                     const struct record *r, const struct viewer *v)
{
  int from = s->low > low ? s->low : low;
  int to = s->high < high ? s->high : high;
  for (int k = 0; k < LISTS; k++) {
    if (!concerns(s, k, r)) continue;
    for (struct recorded *at = s->lists[k].first; at; at = at->next)
      meet(&at->record, r, v, base + from, base + to);
  }
}
