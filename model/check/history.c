/* The history of accesses by address; history.h says what it keeps. */
#include "history.h"
#include "segment.h"

#include "../map.h"
#include "../memory.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096 };

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
    p->size = p->size ? p->size + p->size / 2 : 4;
    p->segments = xrealloc(p->segments, p->size * sizeof *p->segments);
  }
  memmove(&p->segments[at + 1], &p->segments[at],
          (p->count++ - at) * sizeof *p->segments);
  p->segments[at] =
      (struct segment){.low = (uint16_t)low, .high = (uint16_t)high};
}

/* Segment `at` ends at `byte`; what it held beyond is the next one. */
static void segment_split(struct page *p, int at, int byte)
{
  int high = p->segments[at].high;
  segment_insert(p, at + 1, byte, high);
  struct segment *one = &p->segments[at], *other = one + 1;
  one->high = (uint16_t)byte;
  segment_copy(other, one);
}

/* Segments [from, to) hold one and the same record: make them one. */
static void segments_merge(struct page *p, int from, int to)
{
  if (to - from < 2) return;
  for (int i = from; i < to; i++)
    if (!segment_like(&p->segments[from], &p->segments[i])) return;
  p->segments[from].high = p->segments[to - 1].high;
  for (int i = from + 1; i < to; i++)
    segment_clear(&p->segments[i]);
  memmove(&p->segments[from + 1], &p->segments[to],
          (p->count - to) * sizeof *p->segments);
  p->count -= to - from - 1;
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
    segment_access(&p->segments[at], (const char *)p->base, r, v);
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

static void page_compare(struct page *p, int low, int high,
                         const struct record *r, const struct viewer *v)
{
  for (int at = segment_at(p, low); at < p->count && p->segments[at].low < high;
       at++)
    segment_compare(&p->segments[at], (const char *)p->base, low, high, r, v);
}

void history_compare(const char *low, const char *high, const struct record *r,
                     const struct viewer *v)
{
  EACH_PART(w, low, high)
  {
    struct page *p = page_find(w.number);
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
    segment_clear(&p->segments[end++]);
  }
  memmove(&p->segments[at], &p->segments[end],
          (p->count - end) * sizeof *p->segments);
  p->count -= end - at;
  if (p->count) return;
  free(p->segments);
  p->segments = NULL;
  p->size = 0;
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
