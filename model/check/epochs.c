/* Epochs that are never closed, and those whose two sides do not match.
 *
 * What a rank may do at a call is checked there (model/window/epoch.h). Here:
 * what is still open when it finalizes, operations that nothing completes, and
 * MPI_Win_start and MPI_Win_post that do not name each other: found when the
 * window is freed, or in the end when ranks wait for each other for ever.
 * Invariant: the list of a rank has its views of the windows that it has
 * synchronised and not freed. */
#include "ranks.h"
#include "rules.h"
#include "watched.h"

#include "../memory.h"
#include "../window/window.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct checked_epochs {
  const struct window_view *view;
  struct spot opened[OBSERVED_LOCK + 1]; /* by kind of call: the last */
  struct spot issued; /* the first operation since the last fence */
  struct checked_epochs *before, *next;
};

struct list {
  struct checked_epochs *first, *last;
};
static struct rank_table lists = {sizeof(struct list), NULL, 0};

static struct checked_epochs *epochs_of(int rank, const struct window_view *v)
{
  if (v->epochs) return v->epochs;
  struct list *list = rank_entry(&lists, rank);
  struct checked_epochs *e = xcalloc(1, sizeof *e);
  e->view = v;
  e->before = list->last;
  *(e->before ? &e->before->next : &list->first) = e;
  list->last = e;
  ((struct window_view *)v)->epochs = e;
  return e;
}

static void epochs_forget(int rank, const struct window_view *v)
{
  struct checked_epochs *e = v->epochs;
  struct list *list = rank_entry(&lists, rank);
  *(e->before ? &e->before->next : &list->first) = e->next;
  *(e->next ? &e->next->before : &list->last) = e->before;
  ((struct window_view *)v)->epochs = NULL;
  free(e);
}

/* --- what is open at MPI_Finalize, or at MPI_Session_finalize --- */

static void report_open(enum rule rule, const struct checked_epochs *v,
                        const struct spot *what, const struct spot *end,
                        double date, const char *close)
{
  struct report r = {.rule = rule, .date = date, .sides = 2};
  spot_side(what, NULL, &r.side[0]);
  spot_side(end, NULL, &r.side[1]);
  snprintf(r.headline, sizeof r.headline, "%s on %s that rank %d never %s",
           rule == RULE_PENDING ? "operations" : "epoch", window_label(v->view),
           end->rank, rule == RULE_PENDING ? "completes" : "closes");
  snprintf(r.advice, sizeof r.advice, "Call %s before %s.", close, end->call);
  report_add(&r);
}

static void judge_view(const struct checked_epochs *v, const struct spot *end,
                       double date)
{
  const struct epoch *e = &v->view->epoch;
  if (e->fence == FENCE_USED)
    report_open(RULE_PENDING, v, &v->issued, end, date, "MPI_Win_fence");
  if (e->started)
    report_open(RULE_EPOCH, v, &v->opened[OBSERVED_START], end, date,
                "MPI_Win_complete");
  if (e->posted)
    report_open(RULE_EPOCH, v, &v->opened[OBSERVED_POST], end, date,
                "MPI_Win_wait");
  if (epoch_is_passive(e))
    report_open(RULE_EPOCH, v, &v->opened[OBSERVED_LOCK], end, date,
                e->locked ? "MPI_Win_unlock" : "MPI_Win_unlock_all");
}

/* Each session judges the windows that come from it. */
static void on_finalize(struct observer *o, const struct observed_finalize *e)
{
  (void)o;
  if (e->returns) return;
  struct spot end = {e->call, e->site, e->strand.rank, 0};
  const struct list *list = rank_entry(&lists, e->strand.rank);
  for (const struct checked_epochs *v = list->first; v; v = v->next)
    if (v->view->session == e->session) judge_view(v, &end, e->date);
}

/* --- starts and posts --- */

static void name_each(const struct observed_epoch_call *e)
{
  const struct window_view *v = e->window;
  struct group *all = v->window->comm->group;
  bool starts = e->kind == OBSERVED_START;
  struct group *named = starts ? v->epoch.started : v->epoch.posted;
  for (int i = 0; i < group_size(named); i++) {
    int other = group_rank(all, group_world(named, i));
    struct watched_pair *p = starts ? watched_pair(v->window, v->rank, other)
                                    : watched_pair(v->window, other, v->rank);
    if (starts)
      p->starts++, p->start = SPOT(e);
    else
      p->posts++, p->post = SPOT(e);
  }
}

static const char *times(unsigned n, char *text, size_t size)
{
  snprintf(text, size, "%u time%s", n, n == 1 ? "" : "s");
  return text;
}

/* One has named the other more often than was answered. */
static void report_pair(const struct window_view *v,
                        const struct watched_pair *p, double date)
{
  bool starts = p->starts > p->posts;
  const struct group *all = v->window->comm->group;
  int o = group_world(all, p->origin), t = group_world(all, p->target);
  char more[24], less[24];
  struct report r = {.rule = RULE_EPOCH, .date = date, .sides = 1};
  spot_side(starts ? &p->start : &p->post, NULL, &r.side[0]);
  if (report_again(r.rule, r.side[0].what, r.side[0].place, NULL, NULL)) return;
  snprintf(r.headline, sizeof r.headline, "%s without its %s on %s",
           starts ? "MPI_Win_start" : "MPI_Win_post",
           starts ? "MPI_Win_post" : "MPI_Win_start", window_label(v));
  snprintf(r.advice, sizeof r.advice,
           "Rank %d names rank %d %s, and is named by it %s. [MPI-4.1 12.5.2]",
           starts ? o : t, starts ? t : o,
           times(starts ? p->starts : p->posts, more, sizeof more),
           times(starts ? p->posts : p->starts, less, sizeof less));
  report_add(&r);
}

static void compare_pairs(const struct observed_epoch_call *e)
{
  const struct map *pairs = &watched_of(e->window->window)->pairs;
  for (uint32_t i = 0; i < pairs->count; i++) {
    const struct watched_pair *p = pairs->entries[i].value;
    if (p->starts != p->posts) report_pair(e->window, p, e->date);
  }
}

static bool names(struct group *group, const struct window *w, int rank)
{
  int world = group_world(w->comm->group, rank);
  return group_rank(group, world) != MPI_UNDEFINED;
}

static void report_mismatch(const struct window *w,
                            const struct watched_pair *p, double date)
{
  struct report r = {.rule = RULE_EPOCH, .date = date, .sides = 2};
  bool named = p->starts > p->posts;
  int o = group_world(w->comm->group, p->origin);
  int t = group_world(w->comm->group, p->target);
  char note[64];
  snprintf(note, sizeof note, "its group %s rank %d", named ? "holds" : "lacks",
           t);
  spot_side(named ? &p->start
                  : &epochs_of(o, &w->views[p->origin])->opened[OBSERVED_START],
            note, &r.side[0]);
  snprintf(note, sizeof note, "its group %s rank %d", named ? "lacks" : "holds",
           o);
  spot_side(named ? &epochs_of(t, &w->views[p->target])->opened[OBSERVED_POST]
                  : &p->post,
            note, &r.side[1]);
  snprintf(r.headline, sizeof r.headline,
           "groups of MPI_Win_start and MPI_Win_post that do not match on %s",
           window_label(&w->views[p->origin]));
  snprintf(r.advice, sizeof r.advice,
           "Two ranks must name each other, or neither the other. [MPI-4.1 "
           "12.5.2]");
  report_add(&r);
}

/* Ranks wait for ever. Is one waited for that is in an epoch with others? Who
 * named it may have gone on, and be about to free the window. */
static void compare_groups(const struct window *w, struct watched *x, void *arg)
{
  for (uint32_t i = 0; i < x->pairs.count; i++) {
    const struct watched_pair *p = x->pairs.entries[i].value;
    struct group *started = w->views[p->origin].epoch.started;
    struct group *posted = w->views[p->target].epoch.posted;
    if ((p->starts > p->posts && posted && !names(posted, w, p->origin)) ||
        (p->posts > p->starts && started && !names(started, w, p->target)))
      report_mismatch(w, p, *(double *)arg);
  }
}

/* Until that epoch is closed its rank can lock nothing. [MPI-4.1 12.5] */
static bool bars_locks(const struct observed_epoch_call *e)
{
  return e->kind == OBSERVED_START || e->kind == OBSERVED_POST ||
         (e->kind == OBSERVED_LOCK && e->target < 0);
}

static void on_epoch_call(struct observer *o,
                          const struct observed_epoch_call *e)
{
  struct checked_epochs *v = epochs_of(e->strand.rank, e->window);
  (void)o;
  v->issued.call = NULL;
  if (bars_locks(e)) ((struct window_view *)e->window)->barred = true;
  if (e->kind <= OBSERVED_LOCK) v->opened[e->kind] = SPOT(e);
  if (e->kind == OBSERVED_START || e->kind == OBSERVED_POST) name_each(e);
  if (e->kind != OBSERVED_FREE) return;
  epochs_forget(e->strand.rank, e->window);
  if (watched_of(e->window->window)->freed + 1 == e->window->window->size)
    compare_pairs(e);
}

static void on_issue(struct observer *o, const struct observed_issue *e)
{
  (void)o;
  if (e->epoch != EPOCH_FENCE) return;
  struct checked_epochs *v = epochs_of(e->strand.rank, e->window);
  if (!v->issued.call) v->issued = SPOT(e);
}

static struct observer observer = {
    .finalize = on_finalize, .epoch_call = on_epoch_call, .issue = on_issue};

void epochs_open(void)
{
  observer_add(&observer);
}

void epochs_close(bool regular, double date)
{
  if (!regular) watched_each(compare_groups, &date);
}
