/* What the arguments of a collective between two groups must have in common.
 * [MPI-4.1 6.2.3]
 *
 * Each block goes to the other group, and is told by its sender and by its
 * receiver, as those of arguments.c are. Where all of one side describe all
 * that they send, or receive, by one type, two members stand for the pairs of
 * all: everybody and rank 0 of the others. Ranks are those of both groups. */
#include "told.h"

#include "shape.h"

static int far_rank(const struct coll *c, int i)
{
  const struct comm *comm = c->schedule.comm;
  return comm->side == 0 ? group_size(comm->group) + i : i;
}

static void sent(const struct coll *c, const struct blocks *b, int i, int to)
{
  int me = c->schedule.view->both->rank;
  coll_tell_block(c, b, i, me, far_rank(c, to), 0);
}

static void received(const struct coll *c, const struct blocks *b, int i,
                     int from)
{
  int me = c->schedule.view->both->rank;
  coll_tell_block(c, b, i, far_rank(c, from), me, 0);
}

static void tell_at_root(const struct coll *c)
{
  bool sends = shape_of(c)->has != ROOT_RECEIVES;
  const struct blocks *b =
      sends && c->schedule.kind != COLL_BCAST ? &c->send : &c->recv;
  for (int i = 0; i < coll_partners(c); i++)
    (sends ? sent : received)(c, b, i, i);
}

static void tell_at_member(const struct coll *c)
{
  if (shape_of(c)->has == ROOT_RECEIVES)
    sent(c, &c->send, 0, c->far_root);
  else
    received(c, &c->recv, 0, c->far_root);
}

/* What is combined is as long as what each sends. */
static void tell_all(const struct coll *c)
{
  bool each = shape_of(c)->send == EACH;
  bool gathers = shape_of(c)->recv == EACH;
  bool leads = c->schedule.rank == 0;
  for (int i = 0; i < coll_partners(c); i++) {
    if (i > 0 && !leads && !each) break;
    sent(c, &c->send, each ? i : 0, i);
    received(c, gathers ? &c->recv : &c->send, gathers ? i : 0, i);
  }
}

int coll_told_across(const struct coll *c)
{
  if (!coll_rooted(c)) {
    tell_all(c);
    return -1;
  }
  if (coll_looks_on(c)) return -1;
  if (coll_is_root(c)) {
    tell_at_root(c);
    return c->schedule.view->both->rank;
  }
  tell_at_member(c);
  return far_rank(c, c->far_root);
}
