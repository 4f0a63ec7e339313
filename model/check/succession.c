/* Calls of threads of one rank that MPI wants one after the other, and that
 * nothing orders: whichever came first here may come last elsewhere.
 *
 * These are collectives of one communicator [MPI-4.1 6.14], all calls under
 * MPI_THREAD_SERIALIZED [11.6], all calls and MPI_Finalize [11.6.2], those that
 * use a handle and the one that frees it [2.5.1], and the calls that begin and
 * end an epoch, with the operations between [12.5, 11.6.2]. Each of these keeps
 * the last call, or the last ones where threads may come side by side, of which
 * the next one must know. Where a rank has one thread alone nothing is kept:
 * those that it makes know what it has done, and it knows what those did that
 * it has joined.
 *
 * In programs that do not tell their loads and stores a rank is one strand
 * (strand.c), and collectives are told if one comes while another goes on. */
#include "ranks.h"
#include "rules.h"
#include "spot.h"
#include "strand.h"

#include "../comm/comm.h"
#include "../map.h"
#include "../memory.h"
#include "../window/window.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct last_call {
  struct stamp at;
  struct spot by; /* no call: none */
};

/* The last calls of which none knows of another, nor has to. */
struct last_calls {
  struct last_call *list;
  int count, size;
};

/* Of an event with `strand`, `call` and `site`. */
#define TAKE(last, e) take((last), check_strand((e)->strand), SPOT(e))
static void take(struct last_call *t, struct check_strand *s, struct spot by)
{
  *t = (struct last_call){{s->id, s->now}, by};
  strand_does(s);
}

static bool is_known(const struct last_call *t, struct observed_strand who)
{
  if (!t->by.call) return true;
  struct viewer v = strand_viewer(check_strand(who));
  return viewer_knows(&v, t->at);
}

/* Where a call comes beside those that it does not know of. */
static struct last_call *beside(struct last_calls *t,
                                struct observed_strand who)
{
  int kept = 0;
  for (int i = 0; i < t->count; i++)
    if (!is_known(&t->list[i], who)) t->list[kept++] = t->list[i];
  t->count = kept;
  GROW(t->list, t->count, t->size, 2);
  return &t->list[t->count++];
}

static void misused(const struct last_call *t, struct observed_error e,
                    const char *where)
{
  char sentence[REPORT_TEXT];
  bool same = t->by.strand == e.strand.number; /* as another, that ended */
  snprintf(sentence, sizeof sentence,
           ", which nothing orders after %s of %s %d at %s, %s", t->by.call,
           same ? "an earlier thread" : "thread", t->by.strand,
           checking->place(t->by.site), where);
  e.class = MPI_ERR_OTHER;
  e.misuse = true;
  e.sentence = sentence;
  errors_tell(&e);
}

static void misused_beside(const struct last_calls *t, struct observed_error e,
                           const char *why)
{
  for (int i = 0; i < t->count; i++)
    if (!is_known(&t->list[i], e.strand)) misused(&t->list[i], e, why);
}

#define ERROR_AT(e)                                                            \
  ((struct observed_error){.strand = (e)->strand,                              \
                           .call = (e)->call,                                  \
                           .site = (e)->site,                                  \
                           .date = (e)->date})

/* --- collectives --- */

static void on_collective(struct observer *o,
                          const struct observed_collective *e)
{
  struct comm_view *view = (struct comm_view *)e->comm;
  (void)o;
  bool fence = strcmp(e->call, "MPI_Win_fence") == 0; /* of epochs, below */
  if (!e->threaded || fence) return;
  if (!view->last) view->last = xcalloc(1, sizeof *view->last);
  bool overlaps = e->beside && strands_are_one();
  if (overlaps || !is_known(view->last, e->strand))
    misused(view->last, ERROR_AT(e),
            "on one communicator; order them [MPI-4.1 6.14, 11.6.2]");
  TAKE(view->last, e);
}

/* --- MPI_THREAD_SERIALIZED and MPI_Finalize --- */

/* Of a rank: the last call, and those that MPI_Finalize must know of. */
struct turns {
  struct last_call last;
  struct last_calls all;
};

static struct rank_table turns = {sizeof(struct turns), NULL, 0};

static void on_turn(struct observer *o, const struct observed_turn *e)
{
  struct turns *t = rank_entry(&turns, e->strand.rank);
  (void)o;
  if (e->ends) {
    TAKE(&t->last, e);
    *beside(&t->all, e->strand) = t->last;
  } else if (e->last) {
    misused_beside(&t->all, ERROR_AT(e),
                   "which must be over before [MPI-4.1 11.6.2]");
  } else if (!is_known(&t->last, e->strand)) {
    misused(&t->last, ERROR_AT(e),
            "under MPI_THREAD_SERIALIZED; ask MPI_Init_thread for more "
            "[MPI-4.1 11.6]");
  }
}

/* --- handles ---
 *
 * Who frees an object must know of all calls that name it: one that comes later
 * finds none. Requests end so when their operation is complete, too. */

static struct map uses; /* of struct last_calls, by rank and handle */

static void handle_used(struct last_calls **t, const struct observed_handle *e)
{
  if (!*t) *t = xcalloc(1, sizeof **t);
  TAKE(beside(*t, e->strand), e);
}

static void handle_ends(struct last_calls **t, const struct observed_handle *e)
{
  char why[80];
  if (!*t) return;
  snprintf(why, sizeof why,
           "which uses the %s; order them [MPI-4.1 2.5.1, 11.6.2]", e->kind);
  if (e->call) misused_beside(*t, ERROR_AT(e), why);
  free((*t)->list);
  free(*t);
  *t = NULL;
}

static void on_handle(struct observer *o, const struct observed_handle *e)
{
  uint64_t key = (uint64_t)e->strand.rank << 32 | (unsigned)e->handle;
  (void)o;
  if (e->event == OBSERVED_USED)
    handle_used((struct last_calls **)map_place(&uses, key), e);
  else if (e->event == OBSERVED_ENDS && map_find(&uses, key))
    handle_ends((struct last_calls **)map_place(&uses, key), e);
}

/* --- epochs ---
 *
 * Between fences an operation may come before one of them, or after: who uses
 * the data must know, which conflict.c sees to. */

struct access_lasts {
  struct last_call call;  /* the last that began or ended an epoch */
  struct last_calls used; /* the last operations of the epoch */
};

/* Of a rank in a window. */
struct window_lasts {
  struct access_lasts all;  /* its fences, starts and locks of all */
  struct map locks;         /* of one target: of struct access_lasts */
  struct last_calls ones;   /* of all these locks */
  struct last_call fenced;  /* its first fence */
  struct last_call exposed; /* its posts and waits */
};

static struct window_lasts *lasts_of(const struct window_view *v)
{
  if (!v->lasts)
    ((struct window_view *)v)->lasts = xcalloc(1, sizeof *v->lasts);
  return v->lasts;
}

/* target -1: all */
static struct access_lasts *access_to(const struct window_view *v, int target)
{
  struct window_lasts *t = lasts_of(v);
  if (target < 0) return &t->all;
  void **at = map_place(&t->locks, (unsigned)target);
  if (!*at) *at = xcalloc(1, sizeof(struct access_lasts));
  return *at;
}

static void lasts_forget(struct window_view *v)
{
  struct window_lasts *t = v->lasts;
  if (!t) return;
  for (uint32_t i = 0; i < t->locks.count; i++) {
    struct access_lasts *one = t->locks.entries[i].value;
    free(one->used.list);
    free(one);
  }
  map_clear(&t->locks);
  free(t->all.used.list);
  free(t->ones.list);
  free(t);
  v->lasts = NULL;
}

static void judge(const struct last_call *t, struct observed_strand who,
                  const struct window_view *v, const struct spot *by,
                  double date)
{
  struct report r = {.rule = RULE_EPOCH, .date = date, .sides = 2};
  if (is_known(t, who)) return;
  spot_side(&t->by, NULL, &r.side[0]);
  spot_side(by, NULL, &r.side[1]);
  r.side[1].later = t->by.strand == by->strand;
  snprintf(r.headline, sizeof r.headline,
           "epoch on %s: nothing orders two threads of rank %d",
           window_label(v), by->rank);
  snprintf(
      r.advice, sizeof r.advice,
      "The %s may come first elsewhere. Let a barrier, lock or join of the "
      "threads come between the two. [MPI-4.1 11.6.2]",
      by->call);
  report_add(&r);
}

static void judge_all(const struct last_calls *t, struct observed_strand who,
                      const struct window_view *v, const struct spot *by,
                      double date)
{
  for (int i = 0; i < t->count; i++)
    judge(&t->list[i], who, v, by, date);
}

static bool exposes(enum observed_epoch_kind kind)
{
  return kind == OBSERVED_POST || kind == OBSERVED_WAIT;
}

/* It begins or ends an epoch of the target, or of all: neither may come while
 * there is the other. */
static void on_access_call(const struct observed_epoch_call *e)
{
  const struct window_view *v = e->window;
  struct window_lasts *lasts = lasts_of(v);
  bool one = e->type && e->target >= 0;
  struct access_lasts *t = access_to(v, one ? e->target : -1);
  struct spot by = SPOT(e);
  judge(&t->call, e->strand, v, &by, e->date);
  judge_all(&t->used, e->strand, v, &by, e->date);
  t->used.count = 0;
  if (one && e->kind != OBSERVED_CLOSE)
    judge(&lasts->all.call, e->strand, v, &by, e->date);
  else if (e->kind != OBSERVED_CLOSE)
    judge_all(&lasts->ones, e->strand, v, &by, e->date);
  if (e->kind == OBSERVED_FENCE || e->kind == OBSERVED_FREE)
    judge(&lasts->exposed, e->strand, v, &by, e->date);
  TAKE(&t->call, e);
  if (one) TAKE(beside(&lasts->ones, e->strand), e);
  bool first = e->kind == OBSERVED_FENCE && v->epoch.fences == 1;
  if (first) lasts->fenced = t->call;
}

static void on_epoch_call(struct observer *o,
                          const struct observed_epoch_call *e)
{
  (void)o;
  if (e->threaded && exposes(e->kind)) {
    struct last_call *t = &lasts_of(e->window)->exposed;
    struct spot by = SPOT(e);
    judge(t, e->strand, e->window, &by, e->date);
    TAKE(t, e);
  } else if (e->threaded) {
    on_access_call(e);
  }
  if (e->kind == OBSERVED_FREE) lasts_forget((struct window_view *)e->window);
}

static void on_issue(struct observer *o, const struct observed_issue *e)
{
  bool one = e->epoch == EPOCH_LOCK || e->epoch == EPOCH_LOCK_SHARED;
  bool fenced = e->epoch == EPOCH_FENCE;
  struct spot by = SPOT(e);
  (void)o;
  if (!e->threaded) return;
  struct access_lasts *t = access_to(e->window, one ? e->target : -1);
  const struct last_call *last =
      fenced ? &lasts_of(e->window)->fenced : &t->call;
  judge(last, e->strand, e->window, &by, e->date);
  if (!fenced) TAKE(beside(&t->used, e->strand), e);
}

static struct observer observer = {.collective = on_collective,
                                   .turn = on_turn,
                                   .handle = on_handle,
                                   .epoch_call = on_epoch_call,
                                   .issue = on_issue};

void succession_open(void)
{
  observer_add(&observer);
}
