/* Post, start, complete, wait: general active target synchronisation.
 *
 * k notices for k neighbours, nothing grows with the window. Win_start does
 * not block: operations to a target whose post is not there yet wait for it.
 * Win_complete waits for local completion and tells every target how many
 * operations it sent; Win_wait returns when all origins have said so and that
 * many have been applied. Epochs of a pair are counted on both sides, so that
 * a notice may come before the call it answers. [MPI-4.1 12.5.2] */
#include "lock.h"
#include "notice.h"
#include "operation.h"
#include "rma.h"
#include "told.h"

#include "../order.h"
#include "../rank/polls.h"

#include "../../model/error/fault.h"

/* A member of `group` as a rank of the window. */
static int window_rank(const struct rma *m, struct group *group, int member)
{
  return group_rank(m->view->window->comm->group, group_world(group, member));
}

/* At the origin: the target's post is there. The notice's peer is the
 * target's; ours is the one in the other direction. */
void post_effect(struct notice *n)
{
  struct peer *p = peer_mirror(n->peer);
  struct extra *x = peer_extra(p);
  x->posts++;
  operations_posted(p);
  if (order_blocks() && x->post && x->posts == x->starts) counter_done(x->post);
  notice_answer(n);
}

/* MPI_MODE_NOCHECK: the post is called before the start, and both say so.
 * [MPI-4.1 12.5.5] */

static int unlike(const struct rma *m, const char *ours, int target,
                  const char *theirs)
{
  return fault(MPI_ERR_ASSERT,
               " on %s %s MPI_MODE_NOCHECK, but rank %d %s [MPI-4.1 12.5.5]",
               window_label(m->view), ours, target, theirs);
}

/* That of `target`, towards this rank; `p`: ours, if there is one. */
static const struct peer *known_mirror(const struct rma *m,
                                       const struct peer *p, int target)
{
  if (p && peer_seen(p)->mirror) return p->extra->mirror;
  return rma_known_peer(m->view->window->views[target].rma, m->view->rank);
}

int rma_check_start(const struct rma *m, struct group *group, int assertion)
{
  bool trusts = assertion & MPI_MODE_NOCHECK;
  if (m->view->epoch.started) return 0;
  for (int i = 0; i < group_size(group); i++) {
    int target = window_rank(m, group, i);
    const struct peer *p = rma_known_peer(m, target);
    const struct peer *there = known_mirror(m, p, target);
    bool posted =
        there && peer_seen(there)->exposures > (p ? peer_seen(p)->ended : 0);
    if (trusts && !posted)
      return unlike(m, "with", target, "has not called MPI_Win_post yet");
    if (posted && trusts != peer_seen(there)->trusting)
      return unlike(m, trusts ? "with" : "without", target,
                    trusts ? "called MPI_Win_post without it"
                           : "called MPI_Win_post with it");
  }
  return 0;
}

int rma_check_post(const struct rma *m, struct group *group, int assertion)
{
  if (m->view->epoch.posted) return 0;
  if (lock_held(m))
    return fault(MPI_ERR_RMA_SYNC,
                 " on %s while a rank holds a lock of this rank's part "
                 "[MPI-4.1 12.5.3]",
                 window_label(m->view));
  if (!(assertion & MPI_MODE_NOCHECK)) return 0;
  for (int i = 0; i < group_size(group); i++) {
    int origin = window_rank(m, group, i);
    const struct peer *p = rma_known_peer(m, origin);
    const struct peer *there = known_mirror(m, p, origin);
    if (there && peer_seen(there)->begun > (p ? peer_seen(p)->exposures : 0))
      return unlike(m, "with", origin, "has called MPI_Win_start already");
  }
  return 0;
}

void rma_post(struct rma *m, struct group *group, int assertion)
{
  m->window->posting++;
  for (int i = 0; i < group_size(group); i++) {
    struct peer *p = rma_peer(m, window_rank(m, group, i));
    struct extra *x = peer_extra(p);
    x->exposures++;
    x->trusting = assertion & MPI_MODE_NOCHECK;
    told_post(p);
    if (x->completes < x->exposures) m->exposed.pending++;
    if (x->trusting) continue;
    notice_send(p, NOTICE_POST, 0, 0, NULL);
  }
}

static void explain_start(const struct counter *c, char *text, size_t size)
{
  explain_post(c->about, text, size);
}

/* Under --order=late it does wait for the posts. */
void rma_start(struct rma *m, struct group *group, int assertion)
{
  m->unchecked = assertion & MPI_MODE_NOCHECK;
  for (int i = 0; i < group_size(group); i++) {
    struct peer *p = rma_peer(m, window_rank(m, group, i));
    struct extra *x = peer_extra(p);
    x->begun++;
    if (assertion & MPI_MODE_NOCHECK) continue;
    x->starts++;
    if (!order_blocks() || x->posts >= x->starts) continue;
    struct counter post = {1, NULL, explain_start, p};
    x->post = &post;
    rank_wait(&post);
    x->post = NULL;
  }
}

/* At the target, after the epoch's operations have been applied. */
void complete_effect(struct notice *n)
{
  struct peer *p = peer_mirror(n->peer);
  struct rma *m = p->rma;
  struct extra *x = peer_extra(p);
  x->completes++;
  if (ranks_looking) rank_news(m->rank);
  if (x->completes <= x->exposures) counter_done(&m->exposed);
  notice_answer(n);
}

void rma_complete(struct rma *m, struct group *group)
{
  rma_wait_local(m, NULL);
  for (int i = 0; i < group_size(group); i++) {
    struct peer *p = rma_peer(m, window_rank(m, group, i));
    p->unflushed = false; /* the target's Win_wait completes them */
    peer_extra(p)->ended++;
    told_complete(p);
  }
  for (int i = 0; i < group_size(group); i++) {
    struct peer *p = rma_peer(m, window_rank(m, group, i));
    told_completed(m, p);
    notice_send(p, NOTICE_COMPLETE, 0, p->local.count, NULL);
  }
}

void rma_wait(struct rma *m)
{
  rank_wait(&m->exposed);
}

void rma_waited(struct rma *m)
{
  struct group *group = m->view->epoch.posted;
  m->window->posting--;
  for (int i = 0; observers_hear.order && i < group_size(group); i++)
    told_waited(rma_peer(m, window_rank(m, group, i)));
}
