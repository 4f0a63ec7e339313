/* Peers and what they belong to; and who waits for what, in words. */
#include "rma.h"

#include "../../model/pool.h"

#include <stdio.h>
#include <string.h>

static struct pool rmas = {.size = sizeof(struct rma)};
static struct pool peers = {.size = sizeof(struct peer)};

/* The first target whose post is missing, if that is what holds them up. */
static const struct peer *unposted(const struct rma *m)
{
  for (uint32_t i = 0; i < m->peers.count; i++) {
    const struct peer *p = m->peers.entries[i].value;
    if (p->unposted) return p;
  }
  return NULL;
}

static void explain_peer(const struct peer *p, long pending, char *text,
                         size_t size)
{
  explain_whom(p->there->id);
  snprintf(text, size, "%ld operation%s to rank %d of %s", pending,
           pending == 1 ? "" : "s", p->target, window_label(p->rma->view));
}

void explain_operations(const struct rma *m, const struct peer *p, long pending,
                        char *text, size_t size)
{
  if (p) {
    explain_peer(p, pending, text, size);
    return;
  }
  p = unposted(m);
  if (p) {
    explain_whom(p->there->id);
    snprintf(text, size, "MPI_Win_post of rank %d on %s", p->target,
             window_label(m->view));
    return;
  }
  snprintf(text, size, "%ld operation%s on %s", pending,
           pending == 1 ? "" : "s", window_label(m->view));
}

/* The first origin of the exposure epoch whose MPI_Win_complete is missing. */
static void explain_exposed(const struct counter *c, char *text, size_t size)
{
  const struct rma *m = c->about;
  int missing = -1;
  for (uint32_t i = 0; i < m->peers.count && missing < 0; i++) {
    const struct peer *p = m->peers.entries[i].value;
    if (p->completes >= p->exposures) continue;
    missing = p->target;
    explain_whom(p->there->id);
  }
  snprintf(text, size, "MPI_Win_complete of rank %d%s on %s", missing,
           c->pending > 1 ? " and others" : "", window_label(m->view));
}

struct rma *rma_new(struct window_view *view, struct rank *owner)
{
  struct rma *m = pool_take(&rmas);
  memset(m, 0, sizeof *m);
  m->view = view;
  m->rank = owner;
  m->exposed.explain = explain_exposed;
  m->exposed.about = m;
  return m;
}

void rma_free(struct rma *m)
{
  for (uint32_t i = 0; i < m->peers.count; i++)
    pool_give(&peers, m->peers.entries[i].value);
  map_clear(&m->peers);
  pool_give(&rmas, m);
}

struct peer *rma_known_peer(const struct rma *m, int target)
{
  if (m->recent && m->recent->target == target) return m->recent;
  return map_find(&m->peers, target);
}

struct peer *rma_peer(struct rma *m, int target)
{
  struct peer *p = rma_known_peer(m, target);
  if (p) return m->recent = p;
  p = pool_take(&peers);
  memset(p, 0, sizeof *p);
  p->rma = m;
  p->window = m->view->window;
  p->target = target;
  p->there = rank_of(group_world(p->window->comm->group, target));
  p->host = p->there->host;
  map_add(&m->peers, target, p);
  return m->recent = p;
}

struct rma *peer_target_rma(const struct peer *p)
{
  return p->rma->view->window->views[p->target].rma;
}
