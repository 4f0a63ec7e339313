/* Operations that wait for a call which is to complete them. */
#include "deferred.h"

#include "list.h"
#include "rma.h"

#include "../order.h"
#include "../rank/rank.h"

#include <stdio.h>

static struct peer *first, **end = &first; /* who has some */

/* In an epoch of passive target communication, that is. One with a request goes
 * on by itself, and another thread's flush waits for all that are issued. */
static bool waits(const struct operation *o)
{
  const struct rma *m = o->peer->rma;
  bool passive = m->view->epoch.all_locked || o->peer->lock.type;
  return passive && !o->requested && !m->waits.first;
}

bool deferred_take(struct operation *o)
{
  if (!order_defers()) return false;
  struct extra *x = peer_extra(o->peer);
  if (!waits(o)) {
    deferred_begin(o->peer);
    return false;
  }
  if (!x->deferred) {
    x->deferring = NULL;
    *end = o->peer;
    end = &x->deferring;
  }
  list_append(&x->deferred, o);
  return true;
}

static void leave(struct peer *p)
{
  struct peer **at = &first;
  while (*at != p)
    at = &(*at)->extra->deferring;
  *at = p->extra->deferring;
  if (!*at) end = at;
}

void deferred_begin(struct peer *p)
{
  if (!peer_seen(p)->deferred) return;
  leave(p);
  while (p->extra->deferred) {
    struct operation *o = list_take(&p->extra->deferred);
    double now = engine_now();
    operation_send(o, o->issued > now ? o->issued : now);
  }
}

void deferred_begin_all(struct rma *m)
{
  for (uint32_t i = 0; order_defers() && i < m->peers.count; i++)
    deferred_begin(m->peers.entries[i].value);
}

bool deferred_explain(int rank, const void **site, char *text, size_t size)
{
  const struct peer *p = first;
  while (p && p->rma->rank->id != rank)
    p = p->extra->deferring;
  if (!p) return false;
  struct moved m = {.by = {{NULL, NULL}}};
  operation_name(list_first(p->extra->deferred), &m);
  *site = m.by[0].site;
  snprintf(text, size,
           "%s to rank %d of %s may begin as late as the call that completes "
           "it: flush before waiting [MPI-4.1 12.7.3]",
           *site ? m.by[0].call : "an operation", p->target,
           window_label(p->rma->view));
  return true;
}
