/* The history of accesses by address; history.h says what it keeps. */
#include "history.h"

#include "../map.h"
#include "../memory.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096 };

conflict_found *history_conflict, *history_follows;

struct segment {
  uint16_t low, high; /* within the page */
  uint16_t count, size;
  struct record *records;
};

/* Window memory within a page. */
struct part {
  uint16_t low, high;
  const struct window_view *window;
};

struct page {
  uint64_t base;
  struct segment *segments;
  int count, size;
  struct part *parts;
  int part_count;
};

static struct map pages; /* by number */
static struct page *latest;

static struct page *page_find(uint64_t number)
{
  if (latest && latest->base == number * PAGE) return latest;
  struct page *p = map_find(&pages, number);
  return p ? latest = p : NULL;
}

static struct page *page_made(uint64_t number)
{
  struct page *p = page_find(number);
  if (p) return p;
  p = xcalloc(1, sizeof *p);
  p->base = number * PAGE;
  map_add(&pages, number, p);
  return latest = p;
}

/* --- segments --- */

static void records_free(struct segment *s)
{
  for (int i = 0; i < s->count; i++)
    act_unref(s->records[i].act);
  free(s->records);
  s->records = NULL;
  s->count = s->size = 0;
}

static void record_add(struct segment *s, const struct record *r)
{
  if (s->count == s->size) {
    s->size = s->size ? 2 * s->size : 1;
    s->records = xrealloc(s->records, s->size * sizeof *s->records);
  }
  r->act->references++;
  s->records[s->count++] = *r;
}

static void record_remove(struct segment *s, int i)
{
  struct act *a = s->records[i].act;
  memmove(&s->records[i], &s->records[i + 1],
          (--s->count - i) * sizeof *s->records);
  act_unref(a);
}

/* The first segment that ends after `byte`. */
static int segment_at(const struct page *p, int byte)
{
  int from = 0, to = p->count;
  while (from < to) {
    int middle = (from + to) / 2;
    if (p->segments[middle].high <= byte)
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

static void segment_insert(struct page *p, int at, int low, int high)
{
  if (p->count == p->size) {
    p->size = p->size ? 2 * p->size : 4;
    p->segments = xrealloc(p->segments, p->size * sizeof *p->segments);
  }
  memmove(&p->segments[at + 1], &p->segments[at],
          (p->count++ - at) * sizeof *p->segments);
  p->segments[at] = (struct segment){(uint16_t)low, (uint16_t)high, 0, 0, NULL};
}

/* Segment `at` ends at `byte`; what it held beyond is the next one. */
static void segment_split(struct page *p, int at, int byte)
{
  int high = p->segments[at].high;
  segment_insert(p, at + 1, byte, high);
  struct segment *one = &p->segments[at], *other = one + 1;
  one->high = (uint16_t)byte;
  for (int i = 0; i < one->count; i++)
    record_add(other, &one->records[i]);
}

/* Segments [from, to) hold one and the same record: make them one. */
static void segments_merge(struct page *p, int from, int to)
{
  const struct segment *first = &p->segments[from];
  if (to - from < 2) return;
  for (int i = from; i < to; i++) {
    const struct segment *s = &p->segments[i];
    if (s->count != 1 || s->records[0].act != first->records[0].act ||
        s->records[0].flags != first->records[0].flags)
      return;
  }
  p->segments[from].high = p->segments[to - 1].high;
  for (int i = from + 1; i < to; i++)
    records_free(&p->segments[i]);
  memmove(&p->segments[from + 1], &p->segments[to],
          (p->count - to) * sizeof *p->segments);
  p->count -= to - from - 1;
}

/* --- two accesses of the same bytes --- */

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

/* The same strand did the same before, at the same moment of its life. */
static bool repeats(const struct record *old, const struct record *new)
{
  const struct act *a = old->act, *b = new->act;
  return a->plain && b->plain && a->strand == b->strand && a->tick == b->tick &&
         old->flags == new->flags && !(old->flags & RECORD_ATOMIC);
}

/* What becomes of an earlier record; true: it need not be kept. */
static bool meet(struct record *old, const struct record *r,
                 const struct viewer *v, const char *low, const char *high)
{
  bool same_memory =
      record_owner(old) == record_owner(r) || history_window(low);
  bool over = !same_memory || record_over(old, v);
  if (!over && clash(old, r)) history_conflict(old, r, low, high);
  if (over && same_memory && history_follows)
    history_follows(old, r, low, high);
  return over && says_all(r, old);
}

/* Compare and record; the segment lies within the access. */
static void segment_access(struct page *p, int at, const struct record *r,
                           const struct viewer *v)
{
  struct segment *s = &p->segments[at];
  const char *low = (const char *)(p->base + s->low);
  const char *high = (const char *)(p->base + s->high);
  bool known = false;
  for (int i = 0; i < s->count; i++) {
    struct record *old = &s->records[i];
    if (old->act == r->act) {
      known |= old->flags == r->flags;
    } else if (repeats(old, r)) {
      old->act->polled |= old->act->site == r->act->site;
      known = true;
    } else if (meet(old, r, v, low, high)) {
      record_remove(s, i--);
    }
  }
  if (!known) record_add(s, r);
}

static void page_access(struct page *p, int low, int high,
                        const struct record *r, const struct viewer *v)
{
  int first = segment_at(p, low), at = first;
  if (at < p->count && p->segments[at].low < low) {
    segment_split(p, at, low);
    first = ++at;
  }
  while (low < high) {
    int next = at < p->count ? p->segments[at].low : PAGE;
    if (next > low) segment_insert(p, at, low, next < high ? next : high);
    if (p->segments[at].high > high) segment_split(p, at, high);
    segment_access(p, at, r, v);
    low = p->segments[at++].high;
  }
  segments_merge(p, first, at);
}

/* The parts of [low, high) in each page, one after the other. */
struct walk {
  uintptr_t low, high;
  uint64_t number;
  int from, to; /* within that page */
};

static bool walk_on(struct walk *w)
{
  if (w->low >= w->high) return false;
  w->number = w->low / PAGE;
  w->from = (int)(w->low % PAGE);
  uintptr_t end = (w->number + 1) * PAGE;
  w->to = w->high < end ? (int)(w->high % PAGE) : PAGE;
  w->low = end;
  return true;
}

#define EACH_PART(w, low, high)                                                \
  for (struct walk w = {(uintptr_t)(low), (uintptr_t)(high), 0, 0, 0};         \
       walk_on(&w);)

void history_access(const char *low, const char *high, const struct record *r,
                    const struct viewer *v)
{
  EACH_PART(w, low, high)
  page_access(page_made(w.number), w.from, w.to, r, v);
}

static void page_compare(const struct page *p, int low, int high,
                         const struct record *r, const struct viewer *v)
{
  for (int at = segment_at(p, low); at < p->count && p->segments[at].low < high;
       at++) {
    const struct segment *s = &p->segments[at];
    int from = s->low > low ? s->low : low;
    int to = s->high < high ? s->high : high;
    for (int i = 0; i < s->count; i++)
      meet(&s->records[i], r, v, (const char *)(p->base + from),
           (const char *)(p->base + to));
  }
}

void history_compare(const char *low, const char *high, const struct record *r,
                     const struct viewer *v)
{
  EACH_PART(w, low, high)
  {
    const struct page *p = page_find(w.number);
    if (p) page_compare(p, w.from, w.to, r, v);
  }
}

static void page_forget(struct page *p, int low, int high)
{
  int at = segment_at(p, low);
  if (at < p->count && p->segments[at].low < low) segment_split(p, at++, low);
  int end = at;
  while (end < p->count && p->segments[end].low < high) {
    if (p->segments[end].high > high) segment_split(p, end, high);
    records_free(&p->segments[end++]);
  }
  memmove(&p->segments[at], &p->segments[end],
          (p->count - end) * sizeof *p->segments);
  p->count -= end - at;
}

void history_forget(const char *low, const char *high)
{
  EACH_PART(w, low, high)
  {
    struct page *p = page_find(w.number);
    if (p) page_forget(p, w.from, w.to);
  }
}

/* --- window memory --- */

static void page_expose(struct page *p, int low, int high,
                        const struct window_view *w, bool ends)
{
  if (!ends) {
    p->parts = xrealloc(p->parts, (p->part_count + 1) * sizeof *p->parts);
    p->parts[p->part_count++] = (struct part){(uint16_t)low, (uint16_t)high, w};
    return;
  }
  for (int i = 0; i < p->part_count; i++) {
    const struct part *x = &p->parts[i];
    if (x->window != w || x->low != low || x->high != high) continue;
    p->parts[i] = p->parts[--p->part_count];
    return;
  }
}

void history_expose(const char *low, const char *high,
                    const struct window_view *view, bool ends)
{
  EACH_PART(w, low, high)
  page_expose(page_made(w.number), w.from, w.to, view, ends);
}

const struct window_view *history_window(const char *byte)
{
  const struct page *p = page_find((uintptr_t)byte / PAGE);
  int at = (int)((uintptr_t)byte % PAGE);
  for (int i = 0; p && i < p->part_count; i++)
    if (p->parts[i].low <= at && at < p->parts[i].high)
      return p->parts[i].window;
  return NULL;
}

bool history_part(const char *low, const char *high, const char **end)
{
  const struct page *p = page_find((uintptr_t)low / PAGE);
  int at = (int)((uintptr_t)low % PAGE), to = PAGE;
  bool within = false;
  for (int i = 0; p && i < p->part_count; i++) {
    const struct part *x = &p->parts[i];
    if (x->low <= at && at < x->high) {
      within = true;
      to = x->high;
      break;
    }
    if (x->low > at && x->low < to) to = x->low;
  }
  *end = low + (to - at) < high ? low + (to - at) : high;
  return within;
}
