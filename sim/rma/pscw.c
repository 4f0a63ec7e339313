/* Post, start, complete, wait: general active target synchronisation.
 *
 * k notices for k neighbours, nothing grows with the window. Win_start does
 * not block: operations to a target whose post is not there yet wait for it.
 * Win_complete waits for local completion and tells every target how many
 * operations it sent; Win_wait returns when all origins have said so and that
 * many have been applied. Epochs of a pair are counted on both sides, so that
 * a notice may come before the call it answers. [MPI-4.1 12.5.2] */
#include "rma.h"

#include <stdio.h>

/* A member of `group` as a rank of the window. */
static int window_rank(const struct rma *m, struct group *group, int member)
{
  return group_rank(m->view->window->comm->group, group_world(group, member));
}

/* At the origin: the target's post is there. The notice's peer is the
 * target's; ours is the one in the other direction. */
static void posted(struct notice *n)
{
  struct peer *theirs = n->peer;
  struct rma *m = peer_target_rma(theirs);
  struct peer *p = rma_peer(m, theirs->rma->view->rank);
  p->posts++;
  operations_posted(p);
  if (p->posts == p->starts && p->post.pending) counter_done(&p->post);
  notice_answer(n);
}

void rma_post(struct rma *m, struct group *group, int assertion)
{
  for (int i = 0; i < group_size(group); i++) {
    struct peer *p = rma_peer(m, window_rank(m, group, i));
    p->exposures++;
    if (p->completes < p->exposures) m->exposed.pending++;
    if (assertion & MPI_MODE_NOCHECK) continue;
    notice_send(p, posted, 0, 0, NULL);
  }
}

static void explain_post(const struct counter *c, char *text, size_t size)
{
  const struct peer *p = c->about;
  explain_whom(p->there->id);
  snprintf(text, size, "MPI_Win_post of rank %d on %s", p->target,
           window_label(p->rma->view));
}

/* Under --order=late it does wait for the posts. */
void rma_start(struct rma *m, struct group *group, int assertion)
{
  if (assertion & MPI_MODE_NOCHECK) return;
  for (int i = 0; i < group_size(group); i++) {
    struct peer *p = rma_peer(m, window_rank(m, group, i));
    p->starts++;
    if (!order_blocks() || p->posts >= p->starts) continue;
    p->post = (struct counter){1, NULL, explain_post, p};
    rank_wait(&p->post);
  }
}

/* At the target, after the epoch's operations have been applied. */
static void completed(struct notice *n)
{
  struct peer *theirs = n->peer;
  struct rma *m = peer_target_rma(theirs);
  struct peer *p = rma_peer(m, theirs->rma->view->rank);
  p->completes++;
  rank_news(m->rank);
  if (p->completes <= p->exposures) counter_done(&m->exposed);
  notice_answer(n);
}

void rma_complete(struct rma *m, struct group *group)
{
  rank_wait(&m->local);
  for (int i = 0; i < group_size(group); i++) {
    struct peer *p = rma_peer(m, window_rank(m, group, i));
    p->unflushed = false; /* the target's Win_wait completes them */
    notice_send(p, completed, 0, p->issued, NULL);
  }
}

void rma_wait(struct rma *m)
{
  rank_wait(&m->exposed);
}
