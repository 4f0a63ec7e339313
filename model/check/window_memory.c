/* Memory of windows that goes before the window does: freed, unmapped, or on
 * the stack of a function that returns. Windows that are there when
 * MPI_Finalize returns, or the MPI_Session_finalize of their session, go with
 * it; they are leaks (leak.c). */
#include "exposed.h"
#include "rules.h"

#include "../window/window.h"

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

/* `other`: its memory goes with another window. */
static const char *advice(const struct window *w, bool other)
{
  if (w->flavor == MPI_WIN_FLAVOR_DYNAMIC) return "Call MPI_Win_detach first.";
  if (other) return "Free this window before the other one.";
  if (window_allocated(w)) return "Leave that to MPI_Win_free, which frees it.";
  return "Call MPI_Win_free first.";
}

static void report(const struct exposed *x, const char *what, bool other,
                   const struct spot *by, double date)
{
  struct report r = {.rule = RULE_WINDOW_MEMORY, .date = date, .sides = 1};
  spot_side(by, NULL, &r.side[0]);
  if (report_again(r.rule, r.side[0].what, r.side[0].place, NULL, NULL)) return;
  snprintf(r.headline, sizeof r.headline,
           "memory of %s of rank %d that is %s before the window",
           window_label(x->window), x->window->rank, what);
  snprintf(r.advice, sizeof r.advice, "%s", advice(x->window->window, other));
  report_add(&r);
}

/* `gone`: the window whose memory it is; NULL: none. */
static void report_all(const char *from, const char *to,
                       const struct window *gone, const struct spot *by,
                       double date)
{
  struct exposed *x = exposed_in(by->rank, from, to);
  for (; x; x = exposed_next(by->rank, x, from, to))
    if (!x->left && x->window->window != gone)
      report(x, "freed", gone != NULL, by, date);
}

static void on_freed(struct observer *o, const struct observed_freed *e)
{
  struct spot by = SPOT(e);
  (void)o;
  report_all(e->from, e->to, NULL, &by, e->date);
}

static void on_finalize(struct observer *o, const struct observed_finalize *e)
{
  const char *from = NULL, *to = (const char *)UINTPTR_MAX;
  struct exposed *x = exposed_in(e->strand.rank, from, to);
  (void)o;
  if (!e->returns) return;
  for (; x; x = exposed_next(e->strand.rank, x, from, to))
    if (x->window->session == e->session) x->left = true;
}

/* What MPI allocated goes with its window. Of shared memory a rank may have
 * made the others' parts a window of its own, too. */
static void goes_with(const struct observed_epoch_call *e)
{
  const struct window *w = e->window->window;
  struct spot by = SPOT(e);
  const char *block = w->memory.block;
  if (block) report_all(block, block + w->memory.size, w, &by, e->date);
}

static void on_epoch_call(struct observer *o,
                          const struct observed_epoch_call *e)
{
  struct spot by = SPOT(e);
  struct check_memory m;
  (void)o;
  if (e->kind == OBSERVED_FREE) goes_with(e);
  for (struct exposed *x = e->window->exposed; x; x = x->next) {
    if (!x->on_stack) continue;
    checking->memory(x->at.from, e->strand.rank, &m);
    bool ended = m.kind == CHECK_ENDED;
    if (m.kind != CHECK_DEAD && !ended) continue;
    report(x, ended ? "gone with its thread" : "gone with its function", false,
           &by, e->date);
    x->on_stack = false;
  }
}

static struct observer observer = {
    .freed = on_freed, .epoch_call = on_epoch_call, .finalize = on_finalize};

void window_memory_open(void)
{
  observer_add(&observer);
}
