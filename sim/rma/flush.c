/* Flush and fence.
 *
 * Under `rdma` every operation is acknowledged, so a flush only waits. Under
 * `message` it first waits for what is fetched, then sends a notice that
 * returns when everything before it has been applied: also after a get, which
 * so takes two round trips. A fence is a flush of
 * all targets and a barrier. [MPI-4.1 12.5.1, 12.5.4] */
#include "deferred.h"
#include "notice.h"
#include "rma.h"
#include "told.h"

#include "../coll/barrier.h"
#include "../rank/polls.h"

/* A flush after which no operation was issued is a poll: a program that loops
 * around one must see time pass. (What is complete does not count: that depends
 * on how far the rank is ahead of the clock.) */
static void poll_when_idle(unsigned char *fresh, int kind)
{
  bool idle = !(*fresh & kind);
  *fresh &= kind == FLUSH_LOCAL ? ~FLUSH_LOCAL : 0;
  rank_polled(!idle);
}

void rma_flush_local(struct peer *p)
{
  poll_when_idle(&p->fresh, FLUSH_LOCAL);
  deferred_begin(p);
  rma_wait_local(p->rma, p);
  told_flush_local(p->rma, p);
}

void rma_flush_local_all(struct rma *m)
{
  poll_when_idle(&m->fresh, FLUSH_LOCAL);
  deferred_begin_all(m);
  rma_wait_local(m, NULL);
  told_flush_local(m, NULL);
}

void flush_effect(struct notice *n)
{
  notice_answer(n);
}

static void explain_flush(const struct counter *c, char *text, size_t size)
{
  const struct wait *w = container_of(c, const struct wait, steps.counter);
  explain_operations(w->rma, c->about, c->pending, text, size);
}

/* Is a notice due? Another strand's may be under way: what that follows may not
 * have been applied yet. */
static bool flush_due(const struct peer *p)
{
  return p->unflushed || (rank_threaded && p->remote.count != p->local.count);
}

/* Send the notice if one is needed; `all` counts its return. */
static void flush_notice(struct peer *p, struct wait *all)
{
  if (!flush_due(p)) return;
  deferred_begin(p); /* another strand's */
  p->unflushed = false;
  notice_send(p, NOTICE_FLUSH, 0, p->local.count, all);
}

static bool flush_over(struct steps *s)
{
  struct wait *w = wait_of(s);
  struct peer *p = (struct peer *)s->counter.about;
  if (!known_over(w, p)) return false;
  wait_for_answers(w, explain_flush);
  flush_notice(p, w);
  return wait_answered(w);
}

void rma_flush(struct peer *p)
{
  poll_when_idle(&p->fresh, FLUSH_REMOTE);
  deferred_begin(p);
  wait_run(wait_for_known(flush_over, p->rma, p));
  told_flush(p->rma, p);
}

/* A wait until everything at all targets is complete; `known` and `answered`
 * are the step of one for what the origin learns of by itself, and of one for
 * answers. Notices may be many, too many for one turn. */
static struct wait *wait_for_all(struct rma *m, bool (*known)(struct steps *),
                                 bool (*answered)(struct steps *))
{
  if (!m->unflushed && !rank_threaded) return wait_for_known(known, m, NULL);
  rma_wait_known(m);
  m->unflushed = false;
  struct wait *w = wait_new(m, answered, explain_flush, NULL);
  for (uint32_t i = 0; i < m->peers.count; i++)
    flush_notice(m->peers.entries[i].value, w);
  return w;
}

void rma_flush_all(struct rma *m)
{
  poll_when_idle(&m->fresh, FLUSH_REMOTE);
  deferred_begin_all(m);
  wait_run(wait_for_all(m, all_known, answers_over));
  told_flush(m, NULL);
}

/* --- the fence: one wait, whose last part is a barrier --- */

static bool fence_met(struct steps *s)
{
  return s->counter.pending == 0;
}

static bool fence_meet(struct wait *w)
{
  told_flush(w->rma, NULL);
  told_fence_enter(w->rma);
  w->steps.over = fence_met;
  w->barrier = coll_fence_begin(w->rma->view->comm, &w->steps.counter);
  return fence_met(&w->steps);
}

static bool fence_known(struct steps *s)
{
  return all_known(s) && fence_meet(wait_of(s));
}

static bool fence_answered(struct steps *s)
{
  return answers_over(s) && fence_meet(wait_of(s));
}

void rma_fence(struct rma *m)
{
  struct wait *w = wait_for_all(m, fence_known, fence_answered);
  rank_wait_steps(&w->steps);
  coll_fence_end(w->barrier);
  wait_free(w);
  told_fence_leave(m);
}
