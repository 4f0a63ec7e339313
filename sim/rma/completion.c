/* Completions: counted as soon as it is known when they are; who waits.
 *
 * Invariant: a strand that waits is woken at the date of the last completion,
 * once the last has been counted: so whatever it waits for costs one event, and
 * none where the last is counted at its own date. */
#include "peer.h"

#include "../../model/memory.h"
#include "../../model/pool.h"

#include <stdio.h>

static struct pool waits = POOL(struct wait);

static bool over(const struct completion *c)
{
  return completion_pending(c) == 0 && c->date <= engine_now();
}

static void wake(struct strand *s, const struct completion *c)
{
  if (over(c))
    engine_wake(s->context);
  else
    rank_wake_at(s, c->date);
}

static void wake_all(const struct waits *all, const struct completion *c)
{
  for (struct wait *w = all->first; w; w = w->next)
    if (w->of == c) wake(w->steps.counter.waiting->strand, c);
}

void completion_last(const struct waits *w, const struct completion *c)
{
  if (w->only)
    wake(&container_of(w, const struct rma, waits)->rank->main, c);
  else
    wake_all(w, c);
}

/* --- waits --- */

struct wait *wait_new(struct rma *m, bool (*over)(struct steps *),
                      void (*explain)(const struct counter *, char *, size_t),
                      const void *about)
{
  struct wait *w = pool_take(&waits);
  *w = (struct wait){.steps = {{.explain = explain, .about = about}, over},
                     .rma = m};
  return w;
}

void wait_run(struct wait *w)
{
  rank_wait_steps(&w->steps);
  wait_free(w);
}

void wait_free(struct wait *w)
{
  pool_give(&waits, w);
}

bool answers_over(struct steps *s)
{
  return wait_answered(wait_of(s));
}

/* --- for completions --- */

/* Where none is pending any more nobody else will wake it. */
static void await(struct wait *w, const struct completion *c)
{
  struct rma *m = w->rma;
  w->of = c;
  w->steps.counter.pending = 1; /* for words, while it is for completions */
  if (m->waits.only) m->waits.only = c;
  if (completion_pending(c) == 0 && !over(c))
    rank_wake_at(self->strand, c->date);
}

static void list(struct wait *w, const struct completion *c)
{
  struct rma *m = w->rma;
  bool only = !m->waits.first && self->strand == &m->rank->main;
  w->next = m->waits.first;
  m->waits.first = w;
  m->waits.only = only ? c : NULL;
  await(w, c);
}

static void unlist(struct wait *w)
{
  struct rma *m = w->rma;
  struct wait **at = &m->waits.first;
  while (*at != w)
    at = &(*at)->next;
  *at = w->next;
  m->waits.only = NULL;
  w->steps.counter.pending = 0;
}

static void explain(const struct counter *c, char *text, size_t size)
{
  const struct wait *w = container_of(c, const struct wait, steps.counter);
  const struct rma *m = w->rma;
  long n = completion_pending(w->of);
  if (n == 0) return; /* only the date is to come */
  if (w->of == &m->notices)
    snprintf(text, size,
             "%ld MPI_Win_post or MPI_Win_complete to take effect on %s", n,
             window_label(m->view));
  else
    explain_operations(m, c->about, n, text, size);
}

static struct wait *wait_for(bool (*step)(struct steps *), struct rma *m,
                             const struct peer *p, const struct completion *c)
{
  struct wait *w = wait_new(m, step, explain, p);
  list(w, c);
  return w;
}

static bool completion_over(struct steps *s)
{
  return over(wait_of(s)->of);
}

/* Park self until all are, and let its local time be at least that date. `p`:
 * the peer whose completions they are; NULL: they are m's own. */
static void completion_await(struct rma *m, const struct peer *p,
                             const struct completion *c)
{
  struct wait *w = wait_for(completion_over, m, p, c);
  rank_wait_steps(&w->steps);
  unlist(w);
  pool_give(&waits, w);
}

void rma_wait_local(struct rma *m, const struct peer *p)
{
  completion_await(m, p, p ? &p->local : &m->local);
}

struct wait *wait_for_known(bool (*step)(struct steps *), struct rma *m,
                            const struct peer *p)
{
  return wait_for(step, m, p, p ? &p->remote : &m->remote);
}

/* What is acknowledged has left, so the second seldom is to come. */
bool known_over(struct wait *w, const struct peer *p)
{
  const struct rma *m = w->rma;
  const struct completion *remote = p ? &p->remote : &m->remote;
  const struct completion *local = p ? &p->local : &m->local;
  if (w->of == remote && over(remote)) await(w, local);
  if (w->of == remote || !over(local)) return false;
  unlist(w);
  return true;
}

void wait_for_answers(struct wait *w,
                      void (*explain)(const struct counter *, char *, size_t))
{
  w->steps.counter.explain = explain;
  w->steps.over = answers_over;
  w->date = 0;
}

bool all_known(struct steps *s)
{
  return known_over(wait_of(s), NULL);
}

void rma_wait_known(struct rma *m)
{
  wait_run(wait_for_known(all_known, m, NULL));
}

void rma_wait_idle(struct rma *m)
{
  completion_await(m, NULL, &m->remote);
  completion_await(m, NULL, &m->notices);
}
