/* The history of accesses by address; history.h says what it keeps. */
#include "history.h"
#include "intervals.h"
#include "segments.h"

#include "../map.h"
#include "../memory.h"
#include "../pool.h"
#include "../window/window.h"

#include <stdlib.h>
#include <string.h>

/* A page with more segments than that is dealt to its eighths. */
enum { PAGE = 4096, EIGHTHS = 8, MANY = 32 };

/* What a stack has of addresses, most of which nobody accesses, is looked
 * through by so many bytes at once. */
enum { TRACT = 64 * PAGE };

/* Window memory within a page. */
struct part {
  uint16_t low, high;
  const struct window_view *window;
  struct act *attached; /* by that; NULL: it came with the window */
};

/* A cache line; dealt, it has more. */
struct page {
  uint64_t base;
  struct page *next;   /* in its slot */
  struct words *words; /* location.c's */
  struct part *parts;
  int part_count;
  bool dealt, buffers; /* history_buffers */
  struct segments all; /* while they are few */
  struct segments eighths[];
};

/* All pages: a hash of lists. */
static struct page **slots;
static size_t slot_mask, page_count;
static struct page *latest;
static struct map tracts; /* that have a page: the address of one */

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

static bool has_pages(uintptr_t tract)
{
  return map_find(&tracts, tract) != NULL;
}

static void note_tract(const struct page *p)
{
  *map_place(&tracts, p->base / TRACT) = (void *)(uintptr_t)p->base;
}

static void page_exposed(struct page *);

static struct page *page_made(const char *byte)
{
  struct page *p = page_find(byte);
  if (p) return p;
  if (!slots || page_count > slot_mask) more_slots();
  p = pool_take(pool_of_lines(sizeof *p));
  *p = (struct page){.base = (uintptr_t)byte & -(uintptr_t)PAGE,
                     .all.high = PAGE};
  page_hang(p);
  page_count++;
  note_tract(p);
  page_exposed(p);
  return latest = p;
}

/* --- segments --- */

static size_t dealt_size(void)
{
  return sizeof(struct page) + EIGHTHS * sizeof(struct segments);
}

/* An insertion moves what lies behind it. Returns where the page is now. */
static struct page *page_deal(struct page *old)
{
  struct page *p = pool_take(pool_of_lines(dealt_size()));
  struct page **at = slot_of(old->base);
  while (*at != old)
    at = &(*at)->next;
  *p = *old;
  *at = latest = p;
  pool_give(pool_of_lines(sizeof *old), old);
  p->dealt = true;
  for (int i = 0; i < EIGHTHS; i++)
    p->eighths[i] =
        (struct segments){.low = (uint16_t)(i * PAGE / EIGHTHS),
                          .high = (uint16_t)((i + 1) * PAGE / EIGHTHS)};
  segments_deal(&p->all, p->eighths, EIGHTHS);
  return p;
}

/* Those that have byte `low`; they have [low, *end) of [low, high). */
static struct segments *segments_of(struct page *p, int low, int high, int *end)
{
  struct segments *s = p->dealt ? &p->eighths[low * EIGHTHS / PAGE] : &p->all;
  *end = s->high < high ? s->high : high;
  return s;
}

#define EACH_SEGMENTS(s, p, low, high)                                         \
  for (int end; low < high && (s = segments_of(p, low, high, &end)); low = end)

static void page_access(struct page *p, int low, int high,
                        const struct record *r, const struct viewer *v)
{
  struct segments *s;
  if (p->all.count > MANY) p = page_deal(p);
  p->buffers |= !r->act->plain && !(r->flags & RECORD_AT_TARGET);
  EACH_SEGMENTS(s, p, low, high)
  segments_access(s, (const char *)p->base, low, end, r, v);
}

static void page_compare(struct page *p, int low, int high,
                         const struct record *r, const struct viewer *v)
{
  struct segments *s;
  EACH_SEGMENTS(s, p, low, high)
  segments_compare(s, (const char *)p->base, low, end, r, v);
}

static void page_forget(struct page *p, int low, int high, history_gone *gone,
                        void *arg)
{
  struct segments *s;
  EACH_SEGMENTS(s, p, low, high)
  segments_forget(s, (const char *)p->base, low, end, gone, arg);
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

/* --- the pages that are there --- */

typedef void for_part(struct page *, int from, int to, void *arg);

static int by_base(const void *a, const void *b)
{
  uint64_t x = (*(struct page *const *)a)->base;
  uint64_t y = (*(struct page *const *)b)->base;
  return (x > y) - (x < y);
}

/* Of more addresses than there are pages. */
static void each_of_all(uint64_t low, uint64_t high, for_part *f, void *arg)
{
  struct page **list = xmalloc(page_count * sizeof *list);
  size_t n = 0;
  for (size_t i = 0; slots && i <= slot_mask; i++)
    for (struct page *p = slots[i]; p; p = p->next)
      if (p->base + PAGE > low && p->base < high) list[n++] = p;
  if (n) qsort(list, n, sizeof *list, by_base);
  for (size_t i = 0; i < n; i++) {
    uint64_t base = list[i]->base;
    f(list[i], low > base ? (int)(low - base) : 0,
      high - base < PAGE ? (int)(high - base) : PAGE, arg);
  }
  free(list);
}

/* In the order of addresses. */
static void each_page(const char *low, const char *high, for_part *f, void *arg)
{
  if ((uintptr_t)(high - low) / TRACT > page_count) {
    each_of_all((uintptr_t)low, (uintptr_t)high, f, arg);
    return;
  }
  EACH_PART(w, low, high)
  {
    struct page *p = page_find(w.page);
    uintptr_t tract = (uintptr_t)w.page / TRACT;
    if (p)
      f(p, w.from, w.to, arg);
    else if (!has_pages(tract))
      w.low = (tract + 1) * TRACT;
  }
}

struct compared {
  const struct record *record;
  const struct viewer *viewer;
};

static void compare_part(struct page *p, int from, int to, void *arg)
{
  const struct compared *c = arg;
  page_compare(p, from, to, c->record, c->viewer);
}

void history_compare(const char *low, const char *high, const struct record *r,
                     const struct viewer *v)
{
  each_page(low, high, compare_part, &(struct compared){r, v});
}

struct forgotten {
  history_gone *gone;
  void *arg;
};

static void forget_part(struct page *p, int from, int to, void *arg)
{
  const struct forgotten *f = arg;
  page_forget(p, from, to, f->gone, f->arg);
}

void history_forget_those(const char *low, const char *high, history_gone *gone,
                          void *arg)
{
  each_page(low, high, forget_part, &(struct forgotten){gone, arg});
}

void history_forget(const char *low, const char *high)
{
  history_forget_those(low, high, NULL, NULL);
}

static void buffers_of_part(struct page *p, int from, int to, void *any)
{
  (void)from, (void)to;
  *(bool *)any |= p->buffers;
}

bool history_buffers(const char *low, const char *high)
{
  bool any = false;
  each_page(low, high, buffers_of_part, &any);
  return any;
}

/* --- window memory --- */

bool history_overlaps, history_attaches, history_separate, history_ops;

static void page_expose(struct page *p, struct part x)
{
  for (int i = 0; i < p->part_count && !history_overlaps; i++)
    history_overlaps = p->parts[i].low < x.high && x.low < p->parts[i].high;
  p->parts = xrealloc(p->parts, (p->part_count + 1) * sizeof *p->parts);
  p->parts[p->part_count++] = x;
  if (!x.attached) return;
  x.attached->references++;
  history_attaches = true;
}

/* Memory of many pages, most of which nobody may access, is kept as a whole;
 * a page gets its part when it is made. */
enum { WIDE = 1 << 22 };
struct wide {
  struct interval at;
  struct part part; /* but for its place in a page */
  uint64_t number;  /* in the order of exposures */
};
static struct intervals wides;

/* Its part of the page. */
static struct part wide_part(const struct wide *w, const struct page *p)
{
  struct part x = w->part;
  uint64_t low = (uintptr_t)w->at.from, high = (uintptr_t)w->at.to;
  x.low = (uint16_t)(low > p->base ? low - p->base : 0);
  x.high = (uint16_t)(high - p->base < PAGE ? high - p->base : PAGE);
  return x;
}

/* Of those that a page has a part of, in their order: what follows a number. */
static const struct wide *wide_next(const char *page, uint64_t after)
{
  const struct wide *next = NULL;
  struct interval *at = intervals_in(&wides, page, page + PAGE);
  for (; at; at = intervals_next(&wides, at, page, page + PAGE)) {
    const struct wide *w = (const struct wide *)at;
    if (w->number > after && (!next || w->number < next->number)) next = w;
  }
  return next;
}

static void page_exposed(struct page *p)
{
  const struct wide *w = wides.root ? wide_next((char *)p->base, 0) : NULL;
  for (; w; w = wide_next((char *)p->base, w->number))
    page_expose(p, wide_part(w, p));
}

/* The page, if anything is known of it. */
static struct page *page_known(const char *byte)
{
  struct page *p = page_find(byte);
  const char *page = (const char *)((uintptr_t)byte & -(uintptr_t)PAGE);
  if (!p && intervals_in(&wides, page, page + PAGE)) p = page_made(byte);
  return p;
}

static void wide_begins(struct page *p, int from, int to, void *arg)
{
  struct part x = ((const struct wide *)arg)->part;
  x.low = (uint16_t)from;
  x.high = (uint16_t)to;
  page_expose(p, x);
}

static void expose_wide(struct wide x)
{
  static uint64_t number;
  struct wide *w = xmalloc(sizeof *w);
  *w = x;
  w->number = ++number;
  history_overlaps |= intervals_in(&wides, w->at.from, w->at.to) != NULL;
  if (w->part.attached) {
    w->part.attached->references++;
    history_attaches = true;
  }
  each_page(w->at.from, w->at.to, wide_begins, w);
  intervals_add(&wides, &w->at);
}

void history_expose(const char *low, const char *high,
                    const struct window_view *view, struct act *attached)
{
  if (high - low >= WIDE) {
    expose_wide((struct wide){.at = {.from = low, .to = high},
                              .part = {0, 0, view, attached}});
    return;
  }
  EACH_PART(w, low, high)
  page_expose(page_made(w.page),
              (struct part){(uint16_t)w.from, (uint16_t)w.to, view, attached});
}

static void page_hide(struct page *p, int low, int high,
                      const struct window_view *w)
{
  for (int i = 0; i < p->part_count; i++) {
    const struct part *x = &p->parts[i];
    if (x->window != w || x->low != low || x->high != high) continue;
    if (x->attached) act_unref(x->attached);
    p->parts[i] = p->parts[--p->part_count];
    if (p->part_count) return;
    free(p->parts);
    p->parts = NULL;
    return;
  }
}

static void wide_ends(struct page *p, int from, int to, void *arg)
{
  const struct wide *w = arg;
  page_hide(p, from, to, w->part.window);
}

static void hide_wide(const char *low, const char *high,
                      const struct window_view *view)
{
  struct wide *w = (struct wide *)intervals_in(&wides, low, high);
  while (w && (w->at.from != low || w->at.to != high || w->part.window != view))
    w = (struct wide *)intervals_next(&wides, &w->at, low, high);
  if (!w) return;
  each_page(low, high, wide_ends, w);
  intervals_remove(&wides, &w->at);
  if (w->part.attached) act_unref(w->part.attached);
  free(w);
}

void history_hide(const char *low, const char *high,
                  const struct window_view *view)
{
  if (high - low >= WIDE) {
    hide_wide(low, high, view);
    return;
  }
  EACH_PART(w, low, high)
  page_hide(page_made(w.page), w.from, w.to, view);
}

struct act *history_attached(const char *byte, const struct batch *g)
{
  const struct page *p = page_known(byte);
  const struct window *w = g->window->window;
  int at = (int)((uintptr_t)byte % PAGE);
  for (int i = 0; p && i < p->part_count; i++) {
    const struct part *x = &p->parts[i];
    if (x->low <= at && at < x->high && x->window->window == w &&
        group_world(w->comm->group, x->window->rank) == (int)g->world)
      return x->attached;
  }
  return NULL;
}

void history_foresee(const char *byte, int stage)
{
  struct page **slot =
      slots ? slot_of((uintptr_t)byte & -(uintptr_t)PAGE) : NULL;
  struct page *p = stage > 1 && slot ? *slot : NULL;
  int at = (int)((uintptr_t)byte % PAGE), end;
  if (stage == 1) memory_ask(slot);
  if (!p) return;
  if (stage == 2) memory_ask(p);
  if (stage == 2) memory_ask(&p->eighths[at * EIGHTHS / PAGE]);
  if (stage == 3) segments_ask(segments_of(p, at, PAGE, &end), at);
}

const struct window_view *history_window(const char *byte)
{
  const struct page *p = page_known(byte);
  int at = (int)((uintptr_t)byte % PAGE);
  for (int i = 0; p && i < p->part_count; i++)
    if (p->parts[i].low <= at && at < p->parts[i].high)
      return p->parts[i].window;
  return NULL;
}

const struct window_view *history_window_of(const char *low, const char *high,
                                            int n)
{
  const struct page *p = page_known(low);
  int from = (int)((uintptr_t)low % PAGE);
  int to = (int)(from + (high - low));
  for (int i = 0; p && i < p->part_count; i++)
    if (p->parts[i].low < to && from < p->parts[i].high && n-- == 0)
      return p->parts[i].window;
  return NULL;
}

bool history_part(const char *low, const char *high, const char **end)
{
  const struct page *p = page_known(low);
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

struct each_words {
  void (*f)(struct words *, const char *at, void *arg);
  void *arg;
};

static void words_of_part(struct page *p, int from, int to, void *arg)
{
  const struct each_words *e = arg;
  (void)to;
  if (p->words) e->f(p->words, (const char *)p->base + from, e->arg);
}

void history_each_words(const char *low, const char *high,
                        void (*f)(struct words *, const char *at, void *arg),
                        void *arg)
{
  each_page(low, high, words_of_part, &(struct each_words){f, arg});
}
