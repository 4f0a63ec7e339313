/* The history of accesses by address; history.h says what it keeps. */
#include "history.h"
#include "segment.h"

#include "../memory.h"
#include "../pool.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096, AHEAD = 16 };

/* Window memory within a page. */
struct part {
  uint16_t low, high;
  const struct window_view *window;
};

/* Segments are searched by where they begin, so that lies by itself, behind
 * them: few cache lines for many segments. */
struct page {
  uint64_t base;
  struct segment *segments;
  uint16_t *lows; /* where each begins */
  struct part *parts;
  int count, size, part_count;
  struct words *words; /* location.c's */
  struct page *next;   /* in its slot */
};

/* All pages: a hash of lists. */
static struct page **slots;
static size_t slot_mask, page_count;
static struct page *latest;

static struct page **slot_of(uint64_t base)
{
  return &slots[base / PAGE * 0x9e3779b97f4a7c15u >> 32 & slot_mask];
}

static struct page *page_find(const char *byte)
{
  uint64_t base = (uintptr_t)byte & -(uintptr_t)PAGE;
  if (latest && latest->base == base) return latest;
  struct page *p = slots ? *slot_of(base) : NULL;
  while (p && p->base != base)
    p = p->next;
  return p ? latest = p : NULL;
}

static void page_hang(struct page *p)
{
  struct page **slot = slot_of(p->base);
  p->next = *slot;
  *slot = p;
}

static void more_slots(void)
{
  struct page **old = slots, *next;
  size_t before = old ? slot_mask + 1 : 0, now = before ? 2 * before : 64;
  slots = xcalloc(now, sizeof *slots);
  slot_mask = now - 1;
  for (size_t i = 0; i < before; i++)
    for (struct page *p = old[i]; p; p = next) {
      next = p->next;
      page_hang(p);
    }
  free(old);
}

static struct page *page_made(const char *byte)
{
  struct page *p = page_find(byte);
  if (p) return p;
  if (!slots || page_count > slot_mask) more_slots();
  p = pool_take(pool_of_lines(sizeof *p));
  *p = (struct page){.base = (uintptr_t)byte & -(uintptr_t)PAGE};
  page_hang(p);
  page_count++;
  return latest = p;
}

/* --- segments --- */

/* The first segment that ends after `byte`. The search begins where that would
 * be if all were alike, and moves in steps that double: few cache lines. */
static int segment_at(const struct page *p, int byte)
{
  int from = 0, to = p->count, at = byte * to / PAGE;
  for (int step = 2; from < to; step *= 2) {
    bool beyond = p->lows[at] <= byte;
    if (beyond)
      from = at + 1;
    else
      to = at;
    at += beyond ? step : -step;
    if (at < from || at >= to) at = (from + to) / 2;
  }
  return from && p->segments[from - 1].high > byte ? from - 1 : from;
}

static void page_grow(struct page *p)
{
  int size = p->size ? p->size + p->size / 2 : 4;
  p->segments =
      xrealloc(p->segments, size * (sizeof *p->segments + sizeof *p->lows));
  uint16_t *lows = (uint16_t *)(p->segments + size);
  memmove(lows, p->segments + p->size, p->count * sizeof *lows);
  p->lows = lows;
  p->size = size;
}

/* Segments from `from` on move to `to`. */
static void segments_move(struct page *p, int to, int from)
{
  size_t moved = p->count - from;
  if (moved > 0) { /* an empty page has none at all */
    memmove(&p->segments[to], &p->segments[from], moved * sizeof *p->segments);
    memmove(&p->lows[to], &p->lows[from], moved * sizeof *p->lows);
  }
  p->count += to - from;
}

static void segment_insert(struct page *p, int at, int low, int high)
{
  if (p->count == p->size) page_grow(p);
  segments_move(p, at + 1, at);
  p->segments[at] = (struct segment){.high = (uint16_t)high};
  p->lows[at] = (uint16_t)low;
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
    segment_drop(&p->segments[i]);
  segments_move(p, from + 1, to);
}

static void page_access(struct page *p, int low, int high,
                        const struct record *r, const struct viewer *v)
{
  const char *base = (const char *)p->base;
  int first = segment_at(p, low), at = first;
  if (at < p->count && p->lows[at] < low) {
    segment_split(p, at, low);
    first = ++at;
  }
  while (low < high) {
    int next = at < p->count ? p->lows[at] : PAGE;
    if (next > low) segment_insert(p, at, low, next < high ? next : high);
    if (p->segments[at].high > high) segment_split(p, at, high);
    int end = p->segments[at].high;
    segment_access(&p->segments[at++], base + low, base + end, r, v);
    low = end;
  }
  segments_merge(p, first, at);
}

/* The parts of [low, high) in each page, one after the other. */
struct walk {
  uintptr_t low, high;
  const char *page;
  int from, to; /* within that page */
};

static bool walk_on(struct walk *w)
{
  if (w->low >= w->high) return false;
  w->page = (const char *)w->low;
  w->from = (int)(w->low % PAGE);
  uintptr_t end = w->low - w->from + PAGE;
  w->to = w->high < end ? (int)(w->high % PAGE) : PAGE;
  w->low = end;
  return true;
}

#define EACH_PART(w, low, high)                                                \
  for (struct walk w = {(uintptr_t)(low), (uintptr_t)(high), NULL, 0, 0};      \
       walk_on(&w);)

void history_access(const char *low, const char *high, const struct record *r,
                    const struct viewer *v)
{
  EACH_PART(w, low, high)
  page_access(page_made(w.page), w.from, w.to, r, v);
}

static void page_compare(struct page *p, int low, int high,
                         const struct record *r, const struct viewer *v)
{
  const char *base = (const char *)p->base;
  for (int at = segment_at(p, low); at < p->count && p->lows[at] < high; at++) {
    int from = p->lows[at] > low ? p->lows[at] : low;
    int to = p->segments[at].high < high ? p->segments[at].high : high;
    segment_compare(&p->segments[at], base + from, base + to, r, v);
  }
}

void history_compare(const char *low, const char *high, const struct record *r,
                     const struct viewer *v)
{
  EACH_PART(w, low, high)
  {
    struct page *p = page_find(w.page);
    if (p) page_compare(p, w.from, w.to, r, v);
  }
}

static void page_forget(struct page *p, int low, int high, history_gone *gone,
                        void *arg)
{
  const char *base = (const char *)p->base;
  int at = segment_at(p, low);
  if (at < p->count && p->lows[at] < low) segment_split(p, at++, low);
  int end = at;
  for (; end < p->count && p->lows[end] < high; end++) {
    if (p->segments[end].high > high) segment_split(p, end, high);
    struct segment *s = &p->segments[end];
    if (end + AHEAD < p->count) memory_ask_to_write(s[AHEAD].first);
    if (gone)
      segment_forget(s, gone, arg, base + p->lows[end], base + s->high);
    else
      segment_drop(s);
    if (!s->first) continue;
    p->segments[at] = *s;
    p->lows[at++] = p->lows[end];
  }
  segments_move(p, at, end);
  if (p->count) return;
  free(p->segments);
  p->segments = NULL;
  p->size = 0;
}

void history_forget_those(const char *low, const char *high, history_gone *gone,
                          void *arg)
{
  EACH_PART(w, low, high)
  {
    struct page *p = page_find(w.page);
    if (p) page_forget(p, w.from, w.to, gone, arg);
  }
}

void history_forget(const char *low, const char *high)
{
  history_forget_those(low, high, NULL, NULL);
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
  page_expose(page_made(w.page), w.from, w.to, view, ends);
}

void history_foresee(const char *byte, int stage)
{
  struct page **slot =
      slots ? slot_of((uintptr_t)byte & -(uintptr_t)PAGE) : NULL;
  const struct page *p = stage > 1 && slot ? *slot : NULL;
  if (stage == 1) memory_ask(slot);
  if (stage == 2) memory_ask(p);
  if (stage < 3 || !p || !p->count) return;
  int at = (int)((uintptr_t)byte % PAGE) * p->count / PAGE;
  memory_ask(&p->lows[at]);
  memory_ask_to_write(&p->segments[at]);
}

const struct window_view *history_window(const char *byte)
{
  const struct page *p = page_find(byte);
  int at = (int)((uintptr_t)byte % PAGE);
  for (int i = 0; p && i < p->part_count; i++)
    if (p->parts[i].low <= at && at < p->parts[i].high)
      return p->parts[i].window;
  return NULL;
}

bool history_part(const char *low, const char *high, const char **end)
{
  const struct page *p = page_find(low);
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

struct words **history_words(const char *byte, bool make)
{
  struct page *p = make ? page_made(byte) : page_find(byte);
  return p ? &p->words : NULL;
}
