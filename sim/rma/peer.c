/* Peers and what they belong to; and who waits for what, in words. */
#include "lock.h"
#include "notice.h"
#include "operation.h"
#include "rma.h"

#include "../../model/pool.h"

#include <stdio.h>
#include <string.h>

static struct pool rmas = {.size = sizeof(struct rma)};

/* For what a checker keeps, if there is one. */
static bool has_room(void)
{
  return observers_hear.issue || observers_hear.order;
}

static size_t peer_size(void)
{
  static size_t size;
  if (!size)
    size = sizeof(struct peer) + (has_room() ? sizeof(struct checked_room) : 0);
  return size;
}

/* The first target whose post is missing, if that is what holds them up. */
static const struct peer *unposted(const struct rma *m)
{
  for (uint32_t i = 0; i < m->peers.count; i++) {
    const struct peer *p = m->peers.entries[i].value;
    if (peer_seen(p)->unposted) return p;
  }
  return NULL;
}

const char *peer_number(const struct peer *p, char text[EXPLAIN_RANK])
{
  return explain_rank(p->target, peer_world(p), text);
}

static void explain_peer(const struct peer *p, long pending, char *text,
                         size_t size)
{
  char rank[EXPLAIN_RANK];
  explain_whom(peer_world(p));
  snprintf(text, size, "%ld operation%s to %s of %s", pending,
           pending == 1 ? "" : "s", peer_number(p, rank),
           window_label(p->rma->view));
}

void explain_post(const struct peer *p, char *text, size_t size)
{
  char rank[EXPLAIN_RANK];
  explain_whom(peer_world(p));
  snprintf(text, size, "MPI_Win_post of %s on %s", peer_number(p, rank),
           window_label(p->rma->view));
}

void explain_operations(const struct rma *m, const struct peer *p, long pending,
                        char *text, size_t size)
{
  const struct peer *post = p ? NULL : unposted(m);
  const struct peer *lock = p ? p : lock_unshared(m);
  if (post)
    explain_post(post, text, size);
  else if (lock && lock->share == SHARE_ASKED)
    lock_explain(lock, text, size);
  else if (p)
    explain_peer(p, pending, text, size);
  else
    snprintf(text, size, "%ld operation%s on %s", pending,
             pending == 1 ? "" : "s", window_label(m->view));
}

/* The first origin of the exposure epoch whose MPI_Win_complete is missing. */
static void explain_exposed(const struct counter *c, char *text, size_t size)
{
  const struct rma *m = c->about;
  char rank[EXPLAIN_RANK] = "";
  for (uint32_t i = 0; i < m->peers.count && !*rank; i++) {
    const struct peer *p = m->peers.entries[i].value;
    if (peer_seen(p)->completes >= peer_seen(p)->exposures) continue;
    peer_number(p, rank);
    explain_whom(peer_world(p));
  }
  snprintf(text, size, "MPI_Win_complete of %s%s on %s", rank,
           c->pending > 1 ? " and others" : "", window_label(m->view));
}

void rma_open(void)
{
  operation_open();
  target_open();
  notice_open();
}

struct rma *rma_new(struct window_view *view, struct rank *owner)
{
  struct rma *m = pool_take(&rmas);
  memset(m, 0, sizeof *m);
  m->view = view;
  m->window = view->window;
  m->rank = owner;
  m->exposed.explain = explain_exposed;
  m->exposed.about = m;
  return m;
}

static void peer_free(struct peer *p)
{
  if (p->extra) pool_give(pool_of_lines(sizeof *p->extra), p->extra);
  pool_give(pool_of_lines(peer_size()), p);
}

void rma_free(struct rma *m)
{
  for (uint32_t i = 0; i < m->strangers.count; i++) {
    const struct map_entry *e = &m->strangers.entries[i];
    if (!map_find(&m->peers, e->key)) peer_free(e->value);
  }
  for (uint32_t i = 0; i < m->peers.count; i++)
    peer_free(rma_next_peer(m, i));
  map_clear(&m->strangers);
  map_clear(&m->peers);
  pool_give(&rmas, m);
}

struct peer *rma_known_peer(const struct rma *m, int target)
{
  if (m->recent && m->recent_target == target) return m->recent;
  return map_find(&m->peers, target);
}

static struct peer *peer_new(struct rma *m, int target)
{
  struct peer *p = pool_take(pool_of_lines(peer_size()));
  *p = (struct peer){.rma = m, .target = target};
  if (has_room()) memset(peer_room(p), 0, sizeof *peer_room(p));
  return p;
}

struct peer *rma_peer(struct rma *m, int target)
{
  if (m->recent && m->recent_target == target) return m->recent;
  void **at = map_place(&m->peers, target);
  if (!*at) *at = map_find(&m->strangers, target);
  if (!*at) *at = peer_new(m, target);
  m->recent_target = target;
  return m->recent = *at;
}

struct peer *peer_mirror(struct peer *p)
{
  struct extra *x = peer_extra(p);
  if (x->mirror) return x->mirror;
  struct rma *there = p->rma->window->views[p->target].rma;
  int origin = p->rma->view->rank;
  struct peer *mirror = rma_known_peer(there, origin);
  if (!mirror) {
    mirror = peer_new(there, origin);
    map_add(&there->strangers, origin, mirror);
  }
  peer_extra(mirror)->mirror = p;
  return x->mirror = mirror;
}

struct rank *peer_rank(const struct peer *p)
{
  return rank_of(peer_world(p));
}

struct extra *peer_extra(struct peer *p)
{
  if (p->extra) return p->extra;
  p->extra = pool_take(pool_of_lines(sizeof *p->extra));
  return memset(p->extra, 0, sizeof *p->extra);
}

const struct extra extra_none;
