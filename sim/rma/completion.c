/* Completions: counted as soon as it is known when they are; who waits.
 *
 * Invariant: a strand that waits is woken at the date of the last completion,
 * once the last has been counted: so whatever it waits for costs one event, and
 * none where the last is counted at its own date. */
#include "rma.h"

#include "../../model/memory.h"
#include "../../model/pool.h"

#include <stdio.h>

struct wait {
  struct counter counted; /* 1 until all are done, at whatever date; about the
                             peer, or NULL: over all of them */
  struct rma *rma;
  const struct completion *of; /* what it waits for */
  struct strand *strand;
  struct wait *next; /* of the rma */
};

static struct pool waits = POOL(struct wait);

static bool over(const struct completion *c)
{
  return completion_pending(c) == 0 && c->date <= engine_now();
}

static void wake(const struct rma *m, const struct completion *c)
{
  for (struct wait *w = m->waits; w; w = w->next) {
    if (w->of != c) continue;
    if (over(c)) {
      counter_done(&w->counted);
      continue;
    }
    w->counted.pending = 0;
    rank_wake_at(w->strand, c->date);
  }
}

void completion_done(struct rma *m, struct completion *c, double date)
{
  if (c->date < date) c->date = date;
  if (++c->done == c->due && m->waits) wake(m, c);
}

static void explain(const struct counter *c, char *text, size_t size)
{
  const struct wait *w = container_of(c, const struct wait, counted);
  long n = completion_pending(w->of);
  if (w->of == &w->rma->notices)
    snprintf(text, size, "%ld notice%s on %s", n, n == 1 ? "" : "s",
             window_label(w->rma->view));
  else
    explain_operations(w->rma, c->about, n, text, size);
}

static void unlist(struct wait *w)
{
  struct wait **at = &w->rma->waits;
  while (*at != w)
    at = &(*at)->next;
  *at = w->next;
}

void completion_await(struct rma *m, const struct peer *p,
                      const struct completion *c)
{
  struct wait *w = pool_take(&waits);
  *w = (struct wait){
      {.explain = explain, .about = p}, m, c, self->strand, m->waits};
  m->waits = w;
  do {
    w->counted.pending = completion_pending(c) > 0;
    rank_wait(&w->counted);
    double date = c->date;
    if (completion_pending(c) || date <= engine_now()) continue;
    rank_wake_at(w->strand, date);
    rank_await_date(&date);
  } while (!over(c));
  unlist(w);
  pool_give(&waits, w);
}

void rma_wait_local(struct rma *m, const struct peer *p)
{
  completion_await(m, p, p ? &p->local : &m->local);
}

/* What is acknowledged has left, so the second seldom finds something. */
void rma_wait_known(struct rma *m, const struct peer *p)
{
  completion_await(m, p, p ? &p->remote : &m->remote);
  if (!over(p ? &p->local : &m->local)) rma_wait_local(m, p);
}

void rma_wait_idle(struct rma *m)
{
  completion_await(m, NULL, &m->remote);
  completion_await(m, NULL, &m->notices);
}
