/* The checker's observer: each event to the part that keeps it. */
#include "check.h"

#include "apart.h"
#include "arrived.h"
#include "batch.h"
#include "buffer.h"
#include "exposed.h"
#include "conflict.h"
#include "fence_left.h"
#include "location.h"
#include "looks.h"
#include "memory.h"
#include "operation.h"
#include "pending.h"
#include "rules.h"
#include "scan.h"
#include "visibility.h"

#include "../window/window.h"

#include <string.h>

static void (*track)(const char *from, const char *to, int reasons);
static bool unseen;
static struct hash buffers = {.dense = true}; /* that are pending */

static int shared_parts; /* of windows with shared memory */

/* One of C11's atomics in shared memory, a mutex, or the like there. */
static bool is_shared_object(const struct observed_carrier *c)
{
  const struct window_view *v =
      shared_parts && c->object && !c->kept ? history_window(c->object) : NULL;
  return v && v->window->flavor == MPI_WIN_FLAVOR_SHARED;
}

static void order(const struct observed_order *e, struct check_strand *s)
{
  if (e->kind == OBSERVED_FORGET)
    carrier_forget(e->carrier);
  else if (e->kind == OBSERVED_GO_ON)
    carrier_go_on(s, e->carrier);
  else if (e->kind == OBSERVED_ACQUIRE)
    carrier_acquire(s, e);
  else if (e->kind == OBSERVED_PASS)
    carrier_pass(e);
  else
    carrier_release(s, e);
}

/* A release makes what came before it visible, an acquire lets see it. */
static void on_order(struct observer *o, const struct observed_order *e)
{
  (void)o;
  operation_settle();
  if (e->kind == OBSERVED_ACQUIRE && strand_is_new(e->strand))
    strand_begins(e->strand, carrier_past(e->carrier));
  struct check_strand *s = check_strand(e->strand);
  bool barrier = (e->fence && shared_parts) || is_shared_object(&e->carrier);
  bool acquires = e->kind == OBSERVED_ACQUIRE;
  bool releases = e->kind == OBSERVED_RELEASE || e->kind == OBSERVED_REPLACE;
  if (barrier) strand_does(s);
  if (barrier && releases) visibility_barrier(s, OBSERVED_PUBLIC);
  order(e, s);
  if (barrier && acquires) visibility_barrier(s, OBSERVED_PRIVATE);
}

static void on_issue(struct observer *o, const struct observed_issue *e)
{
  (void)o;
  operation_settle();
  operation_issued(e);
}

static void on_applied(struct observer *o, const struct observed_applied *e)
{
  (void)o;
  operation_settle();
  operation_at_target(e);
}

static void on_admission(struct observer *o, const struct observed_admission *e)
{
  (void)o;
  operation_admitted(e);
}

static void on_completion(struct observer *o,
                          const struct observed_completion *e)
{
  (void)o;
  operation_settle();
  operation_completed(e);
}

static void on_buffer(struct observer *o, const struct observed_buffer *e)
{
  (void)o;
  operation_settle();
  struct check_strand *s = check_strand(e->strand);
  struct act *a = act_new(s, e->call, e->site, e->date);
  a->plain = !e->pending;
  a->started = e->started;
  a->replaces = e->replaces;
  a->number = e->pending;
  struct observed_data there = buffer_that_is_there(&e->data);
  apart_access(a, &there, e->write);
  if (e->pending) {
    memory_watch(&a->watches, &there);
    act_keep(&buffers, e->pending, a);
  }
  act_unref(a);
}

/* A call may have several buffers under one number. */
static void on_buffer_end(struct observer *o,
                          const struct observed_buffer_end *e)
{
  struct act *a;
  (void)o;
  operation_settle();
  if (e->given_up) return;
  while ((a = act_take(&buffers, e->pending))) {
    memory_unwatch(&a->watches);
    act_complete(a, e->strand, e->call, e->site);
    apart_over(act_strand(a)->rank, 1);
    act_unref(a);
  }
}

/* When did the rank last call MPI_Win_sync of a window that has the byte? */
static uint32_t last_synced(const char *byte, const struct check_strand *s)
{
  const struct window_view *v;
  uint32_t last = 0;
  for (int n = 0; (v = history_window_of(byte, byte + 1, n)); n++) {
    const struct window_view *own = window_view_of(v->window, s->rank);
    if (own && own->synced > last) last = own->synced;
  }
  return last;
}

/* May the load look at what is updated meanwhile? It comes straight after
 * MPI_Win_sync, one of several, or goes on with what such a one has begun.
 * Threads have moments of their own: any of theirs will do. */
static bool is_fresh(const struct observed_touch *e, struct check_strand *s,
                     const struct act *a)
{
  if (e->write || e->once) return false;
  bool straight = s->synced_at == a->stamp.tick;
  if (!straight && !scan_has(s, a)) return false;
  uint32_t at = last_synced(e->from, s);
  straight &= at >= s->synced_from || !strand_alone(s->rank);
  if (!at || !straight) return at && scan_goes_on(s, a, at, e->from, e->to);
  scan_begin(s, a, at, e->from, e->to);
  return true;
}

static void on_touch(struct observer *o, const struct observed_touch *e)
{
  (void)o;
  operation_settle();
  const char *what = e->atomic ? "atomic" : e->write ? "store" : "load";
  struct check_strand *s = check_strand(e->strand);
  struct act *a = act_new(s, what, e->site, e->date);
  struct record r = {.act = a,
                     .flags = (e->write ? RECORD_WRITES : 0) |
                              (e->atomic ? RECORD_C_ATOMIC : 0)};
  struct viewer v = strand_viewer(s);
  a->plain = true;
  a->fresh = is_fresh(e, s, a);
  looks_row = e->row;
  if (e->again) looks_poll(s, e->site);
  if (s->polling && looks_polling(s, e->site)) act_polls(a);
  if (s->looks && !e->write) looks_again(a, &v, e->from, e->to);
  memory_touch(e->from, e->to, &r, &v, e->threaded);
  if (e->repeated) { /* as if it had been told again */
    act_polls(a);
    looks_repeated(a);
  }
  if (a->again) looks_poll(s, e->site);
  act_unref(a);
}

/* Memory leaves a window. */
struct leaving {
  const struct window *window;
  struct act *by; /* NULL: the window's end, of memory that stays */
};

/* Its window may be gone. */
static bool of_operation(const struct record *r, const struct window *w)
{
  const struct batch *g = r->act->batch;
  return g && g->window >= w->views && g->window < w->views + w->size;
}

static void must_be_over(const struct record *r, const char *low,
                         const char *high, const struct leaving *l)
{
  struct record now = {.act = l->by, .flags = RECORD_WRITES | RECORD_CALL};
  struct viewer v = strand_viewer(act_strand(l->by));
  if (!record_over(r, low, high, &v)) history_conflict(r, &now, low, high);
}

/* What others do with it by this window must be over when it is detached; what
 * is done with it by other windows and calls goes on. */
static bool leaves(const struct record *r, const char *low, const char *high,
                   void *arg)
{
  const struct leaving *l = arg;
  bool there = r->flags & RECORD_AT_TARGET;
  if (r->act->plain) return !history_window(low);
  if (!of_operation(r, l->window)) return false;
  if (!l->by) return true;
  if (there) must_be_over(r, low, high, l);
  return there;
}

/* Most ranks have one strand. */
static bool by_one_rank(const struct act *a, const struct act *b)
{
  if (a->stamp.strand == b->stamp.strand) return true;
  int rank = act_strand(b)->rank;
  return !strand_alone(rank) && act_strand(a)->rank == rank;
}

/* The rank's own uses of it as a buffer, or by another window over it. It is
 * forgotten next, all at once. */
static bool goes(const struct record *r, const char *low, const char *high,
                 void *arg)
{
  const struct leaving *l = arg;
  if (by_one_rank(r->act, l->by) && !r->act->plain &&
      !of_operation(r, l->window))
    must_be_over(r, low, high, l);
  return false;
}

static void leave(const struct observed_exposure *e)
{
  const struct window *w = e->window->window;
  struct leaving l = {w, NULL};
  if (e->call) {
    l.by = act_new(check_strand(e->strand), e->call, e->site, e->date);
    l.by->plain = true;
  }
  if (window_allocated(w))
    history_forget(e->from, e->to + e->window->guard);
  else
    history_forget_those(e->from, e->to, leaves, &l);
  conflict_settle();
  if (l.by) act_unref(l.by);
}

/* MPI's memory of a window goes with it. */
static void take_back(const struct observed_exposure *e)
{
  struct leaving l = {
      .window = e->window->window,
      .by = act_new(check_strand(e->strand), "MPI_Win_free", e->site, e->date)};
  l.by->plain = true;
  apart_meet(e->strand.rank, e->from, e->to, true);
  if (history_overlaps || history_buffers(e->from, e->to))
    history_forget_those(e->from, e->to, goes, &l);
  conflict_settle();
  act_unref(l.by);
}

static void expose(const struct observed_exposure *e)
{
  struct act *by = NULL;
  if (e->window->window->flavor == MPI_WIN_FLAVOR_DYNAMIC) {
    by = act_new(check_strand(e->strand), e->call, e->site, e->date);
    by->plain = true;
  }
  history_expose(e->from, e->to, e->window, by);
  if (by) act_unref(by);
}

static void on_exposure(struct observer *o, const struct observed_exposure *e)
{
  (void)o;
  operation_settle();
  bool freed = e->ends && window_allocated(e->window->window);
  if (e->window->window->flavor == MPI_WIN_FLAVOR_SHARED)
    shared_parts += e->ends ? -1 : 1;
  if (freed) take_back(e);
  apart_exposed(e->strand.rank, e->window, e->ends);
  if (e->ends)
    history_hide(e->from, e->to, e->window);
  else
    expose(e);
  const char *watched = e->to + e->window->guard;
  if (track && !freed) /* freed.c goes on */
    track(e->from, watched, e->ends ? -1 : 1);
  if (!e->ends) return;
  memory_leaves(e->window, e->from, e->to);
  leave(e);
  location_forget(e->from, e->to, e->call != NULL);
}

/* A rank has been told where another one's memory is. */
static void on_query(struct observer *o, const struct observed_query *e)
{
  (void)o;
  if (!e->window->window->told) apart_shared(1);
}

static void on_window_end(struct observer *o,
                          const struct observed_window_end *e)
{
  (void)o;
  const struct window *w = e->window->window;
  operation_settle();
  if (w->told && w->members == 1) apart_shared(-1);
  batch_forget(e->window);
  fence_left_forget((struct window_view *)e->window);
  visibility_forget(e->window, e->strand.rank);
  arrived_window_end(w);
}

static void synced(const struct observed_sync *e, struct check_strand *s)
{
  bool another = s->synced_at != s->now;
  bool asked = e->call && strcmp(e->call, "MPI_Win_sync") == 0;
  uint32_t before = s->now;
  visibility_synced(e, s);
  if (asked) {
    if (s->row_to != before) s->row_from = before;
    s->row_to = s->now;
  }
  s->synced_at = asked ? s->now : 0;
  if (another) s->synced_from = s->now;
  struct window_view *view = (struct window_view *)e->window;
  if (asked) view->synced = s->now;
  if (asked) scan_synced(s);
  bool completes = !view->epoch.noprecede; /* the last fence: else nothing */
  if (completes && e->copies == OBSERVED_PRIVATE) fence_left_now(view, s);
}

static void on_sync(struct observer *o, const struct observed_sync *e)
{
  (void)o;
  operation_settle();
  struct check_strand *s = check_strand(e->strand);
  if (e->window) strand_does(s);
  if (e->window) synced(e, s);
  if (unseen) arrived_synced(e->window, s);
}

/* Who still uses it, as a buffer, conflicts with that. (Memory of windows:
 * window_memory.c.) */
static void on_freed(struct observer *o, const struct observed_freed *e)
{
  (void)o;
  operation_settle();
  apart_meet(e->strand.rank, e->from, e->to, true);
  if (!exposed_in(e->strand.rank, e->from, e->to)) {
    struct check_strand *s = check_strand(e->strand);
    struct act *a = act_new(s, e->call, e->site, e->date);
    struct record r = {.act = a, .flags = RECORD_WRITES};
    struct viewer v = strand_viewer(s);
    a->plain = true;
    memory_touch(e->from, e->to, &r, &v, false);
    act_unref(a);
  }
  history_forget(e->from, e->to);
}

/* What still goes on there is buffer.c's to tell. */
static void on_thread_end(struct observer *o,
                          const struct observed_thread_end *e)
{
  (void)o;
  operation_settle();
  for (int i = 0; i < 2; i++)
    history_forget(e->gone[i].from, e->gone[i].to);
}

static void turn_foreseen(int rank, int stage)
{
  strand_foresee(rank, stage);
  apart_foresee(rank, stage);
  pending_foresee(rank, stage);
  exposed_foresee(rank, stage);
}

static struct observer observer = {.order = on_order,
                                   .issue = on_issue,
                                   .admission = on_admission,
                                   .applied = on_applied,
                                   .completion = on_completion,
                                   .buffer = on_buffer,
                                   .buffer_end = on_buffer_end,
                                   .touch = on_touch,
                                   .exposure = on_exposure,
                                   .query = on_query,
                                   .window_end = on_window_end,
                                   .sync = on_sync,
                                   .freed = on_freed,
                                   .thread_end = on_thread_end};

void check_open(const struct check_options *options)
{
  track = options->track;
  unseen = options->unseen;
  history_conflict = conflict_seen;
  memory_open(options);
  visibility_open(options);
  strand_open(options);
  arrived_open(options);
  rules_open(options);
  observer_add(&observer);
  given_up_open();
  observers_foresee = operation_foresee;
  observers_foresee_turn = turn_foreseen;
}

void check_close(bool regular, double date)
{
  operation_settle();
  observer_remove(&observer);
  conflict_close();
  rules_close(regular, date);
}
