/* Typed accesses to memory: a datatype's blocks, one after the other. */
#include "memory.h"

#include "apart.h"
#include "conflict.h"
#include "location.h"
#include "visibility.h"

#include "../datatype/layout.h"
#include "../pool.h"
#include "../window/window.h"

static void (*track)(const char *from, const char *to, int reasons);

void memory_open(const struct check_options *options)
{
  track = options->track;
  history_separate = options->separate;
  history_ops = options->accumulate_ops;
}

static bool is_to_attached(const struct act *operation)
{
  return history_attaches &&
         act_window(operation)->flavor == MPI_WIN_FLAVOR_DYNAMIC;
}

/* In the separate model stores and updates concern the whole window. */
static void access_whole(const struct window_view *v, struct record r, int what,
                         const struct viewer *viewer)
{
  const char *byte = visibility_whole(v);
  r.flags = (uint8_t)((r.flags & RECORD_AT_TARGET) | what);
  history_access(byte, byte + 1, &r, viewer);
}

/* A store, or an update by a window, of bytes of a page: to all windows that
 * have some of them, but that one. */
static void stored(const char *low, const char *high, const struct record *r,
                   const struct window *by, const struct viewer *viewer)
{
  const struct window_view *v;
  for (int n = 0; (v = history_window_of(low, high, n)); n++)
    if (v->window != by) access_whole(v, *r, RECORD_STORE, viewer);
}

struct blocks {
  const char *base;
  struct record record;
  const struct viewer *viewer;
  bool wide;               /* windows as a whole are told of it ... */
  const struct window *by; /* ... but this one */
  bool attached;           /* by an act of its own */
};

static void wrote(const char *low, const char *high, const struct blocks *a)
{
  for (const char *end; low < high; low = end) {
    history_part(low, high, &end);
    stored(low, end, &a->record, a->by, a->viewer);
  }
}

/* Memory is attached before an operation to it begins. [MPI-4.1 12.2.4] */
static void follow_attach(const char *low, const char *high,
                          const struct blocks *a)
{
  struct record r = {.act = history_attached(low, a->record.act->batch),
                     .flags = RECORD_CALL};
  if (r.act && !record_over(&r, low, high, a->viewer))
    history_conflict(&r, &a->record, low, high);
}

size_t memory_part(enum basic basic, MPI_Count bytes)
{
  struct short_int {
    short value;
    int index;
  };
  if (basic != BASIC_SHORT_INT || bytes == sizeof(short)) return 0;
  return offsetof(struct short_int, index);
}

static void access_block(MPI_Count at, MPI_Count bytes, void *arg)
{
  struct blocks *a = arg;
  const char *low = a->base + at;
  if (a->record.size) { /* of atomic ones */
    uintptr_t element = (uintptr_t)low - memory_part(a->record.basic, bytes);
    a->record.grid = (uint8_t)(element % a->record.size);
  }
  if (a->attached) follow_attach(low, low + bytes, a);
  history_access(low, low + bytes, &a->record, a->viewer);
  if (a->wide) wrote(low, low + bytes, a);
}

void memory_access(struct act *act, const struct observed_data *d, int flags,
                   const struct viewer *v)
{
  bool writes = history_separate && (flags & RECORD_WRITES);
  bool updates = writes && (flags & RECORD_AT_TARGET);
  const struct window *w = updates ? act_window(act) : NULL;
  struct blocks a = {.base = d->address,
                     .record = {.act = act, .flags = (uint8_t)flags},
                     .viewer = v,
                     .wide = updates ? history_overlaps : writes,
                     .by = w,
                     .attached =
                         (flags & RECORD_AT_TARGET) && is_to_attached(act)};
  const struct datatype *element = d->type ? d->type->element : NULL;
  if (!element || element->extent > UINT8_MAX) {
    a.record.flags &= ~RECORD_ATOMIC;
  } else if (flags & RECORD_ATOMIC) {
    a.record.basic = (uint8_t)element->basic;
    a.record.size = (uint8_t)element->extent;
    a.record.what = act_what(act);
  }
  if (!d->type)
    access_block(0, d->count, &a);
  else
    datatype_blocks(d->count, d->type, access_block, &a);
  if (updates)
    access_whole(&w->views[batch_target(act->batch)], a.record, RECORD_UPDATE,
                 v);
  conflict_settle();
}

void memory_touch(const char *low, const char *high, const struct record *r,
                  const struct viewer *v, bool threaded)
{
  while (low < high) {
    const char *end;
    bool window = history_part(low, high, &end);
    if (!window)
      apart_meet(act_strand(r->act)->rank, low, end, r->flags & RECORD_WRITES);
    bool looks = window && !history_separate && !(r->flags & RECORD_WRITES);
    struct check_strand *s = act_strand(r->act);
    if (looks) r->act->found |= location_finds(low, end, s);
    if (window || threaded)
      history_access(low, end, r, v);
    else
      history_compare(low, end, r, v);
    if (looks) location_loaded(low, end, s);
    if (window && history_separate && (r->flags & RECORD_WRITES))
      stored(low, end, r, NULL, v);
    low = end;
  }
  conflict_settle();
}

static bool is_by(const struct record *r, const char *low, const char *high,
                  void *window)
{
  (void)low, (void)high;
  return (r->flags & RECORD_AT_TARGET) && act_window(r->act) == window;
}

static void forget_whole(const struct window_view *v, struct window *by)
{
  const char *byte = visibility_whole(v);
  history_forget_those(byte, byte + 1, by ? is_by : NULL, by);
}

void memory_leaves(const struct window_view *v, const char *low,
                   const char *high)
{
  const struct window_view *other;
  if (!history_separate) return;
  forget_whole(v, NULL);
  for (const char *end; history_overlaps && low < high; low = end) {
    history_part(low, high, &end);
    for (int n = 0; (other = history_window_of(low, end, n)); n++)
      forget_whole(other, v->window);
  }
}

/* --- watching --- */

struct watch {
  const char *low, *high;
  struct watch *next;
};
static struct pool pool = POOL(struct watch);

/* Is it among the latest? Then once is enough. */
static bool is_watched(const struct watch *w, const char *low, const char *high)
{
  enum { LATEST = 4 };
  for (int i = 0; w && i < LATEST; w = w->next, i++)
    if (w->low == low && w->high == high) return true;
  return false;
}

static void watch(struct watch **list, const char *low, const char *high)
{
  if (low == high || is_watched(*list, low, high)) return;
  struct watch *w = pool_take(&pool);
  *w = (struct watch){low, high, *list};
  *list = w;
  track(low, high, 1);
}

/* Blocks that lie near each other are watched with what is between them: that
 * costs no more than each alone would. */
enum { NEAR = 1 << 16 };

struct run {
  struct watch **list;
  const char *base;
  const char *low, *high; /* so far */
};

static void watch_block(MPI_Count at, MPI_Count bytes, void *arg)
{
  struct run *r = arg;
  const char *low = r->base + at, *high = low + bytes;
  if (low - r->high > NEAR || r->low - high > NEAR) {
    watch(r->list, r->low, r->high);
    r->low = low;
    r->high = high;
  }
  if (low < r->low) r->low = low;
  if (high > r->high) r->high = high;
}

/* A type may have blocks of several objects, as far from each other as a heap
 * and a stack are. [MPI-4.1 5.1.12] */
static bool is_scattered(const struct datatype *type, MPI_Count count,
                         MPI_Count reach)
{
  if (reach <= NEAR || !type || type->contiguous) return false;
  return reach / NEAR / count > type->layout->blocks;
}

void memory_watch(struct watch **list, const struct observed_data *d)
{
  MPI_Count from = 0, to = d->count;
  const char *base = d->address;
  if (!track) return;
  if (d->type && !datatype_span(d->count, d->type, &from, &to)) return;
  if (!is_scattered(d->type, d->count, to - from)) {
    watch(list, base + from, base + to);
    return;
  }
  const char *first = base + d->type->origin;
  struct run r = {list, base, first, first};
  datatype_blocks(d->count, d->type, watch_block, &r);
  watch(list, r.low, r.high);
}

void memory_unwatch(struct watch **list)
{
  while (*list) {
    struct watch *w = *list;
    *list = w->next;
    track(w->low, w->high, -1);
    pool_give(&pool, w);
  }
}
