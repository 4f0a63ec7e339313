/* Communicators and messages in words, for reports of deadlocks and crashes. */
#include "explain.h"

#include "message.h"

#include "../rank/call.h"
#include "../rank/rank.h"
#include "../where/where.h"
#include "../../model/window/window.h"

#include <stdio.h>

enum { LIKE = 256 };

/* The window of which the owner is in a call, if the communicator is its; no
 * program ever has such a communicator's handle. */
static const struct window_view *called_window(const struct comm_view *view)
{
  const struct call *c =
      rank_of(group_world(view->comm->group, view->rank))->call;
  return c && c->window && c->window->comm == view ? c->window : NULL;
}

void explain_comm(const struct comm_view *view, char text[EXPLAIN_COMM_MAX])
{
  if (view->handle == MPI_COMM_WORLD)
    snprintf(text, EXPLAIN_COMM_MAX, "MPI_COMM_WORLD");
  else if (view->handle == MPI_COMM_SELF)
    snprintf(text, EXPLAIN_COMM_MAX, "MPI_COMM_SELF");
  else if (view->name && *view->name)
    snprintf(text, EXPLAIN_COMM_MAX, "communicator \"%s\"", view->name);
  else if (view->comm->file)
    snprintf(text, EXPLAIN_COMM_MAX, "file \"%s\"", view->comm->file);
  else if (called_window(view))
    snprintf(text, EXPLAIN_COMM_MAX, "%s", window_label(called_window(view)));
  else
    snprintf(text, EXPLAIN_COMM_MAX, "%s of %d ranks",
             view->comm->remote ? "an intercommunicator" : "a communicator",
             group_size((view->both ? view->both : view)->comm->group));
}

void explain_peer(const struct comm_view *view, int world,
                  char text[EXPLAIN_RANK])
{
  if (world == MPI_ANY_SOURCE)
    snprintf(text, EXPLAIN_RANK, "any rank");
  else
    explain_rank(group_rank(comm_peers(view->comm), world), world, text);
  explain_whom(world); /* any rank is -1 */
}

struct search {
  const struct p2p_envelope *envelope;
  const struct claimed *found;
};

static void fits(uintptr_t handle, void *object, void *arg)
{
  const struct claimed *c = object;
  struct search *s = arg;
  const struct p2p_envelope *e = s->envelope;
  (void)handle;
  if (!s->found && c->envelope.context == e->context &&
      (e->source == MPI_ANY_SOURCE || e->source == c->envelope.source) &&
      (e->tag == MPI_ANY_TAG || e->tag == c->envelope.tag))
    s->found = c;
}

/* The first of those that rank `to` claimed and has not received. */
static const struct claimed *claimed_like(int to, const struct p2p_envelope *e)
{
  struct search s = {e, NULL};
  handle_each(&rank_of(to)->handles, HANDLE_MESSAGE, fits, &s);
  return s.found;
}

/* What is there instead: most often a tag is mistaken, or a rank. */
static void explain_like(const struct comm_view *view,
                         const struct p2p_envelope *e, char text[LIKE])
{
  int to = group_world(view->comm->group, view->rank);
  const struct claimed *claimed = claimed_like(to, e);
  const struct message *m = wild_like(to, e);
  int source = m ? m->envelope.source : MPI_ANY_SOURCE;
  bool any = e->source == MPI_ANY_SOURCE;
  char rank[EXPLAIN_RANK];
  if (claimed)
    snprintf(text, LIKE, "; one that %s took at %s is still to be received",
             claimed->call, where_call(claimed->site));
  else if (!m)
    *text = 0;
  else if (any || source == e->source)
    snprintf(text, LIKE, "; one with tag %d is there", m->tag);
  else
    snprintf(
        text, LIKE, "; one from %s is there",
        explain_rank(group_rank(comm_peers(view->comm), source), source, rank));
}

void explain_message(const struct comm_view *view, const struct p2p_envelope *e,
                     char *text, size_t size)
{
  char comm[EXPLAIN_COMM_MAX], peer[EXPLAIN_RANK], like[LIKE],
      tag[32] = "any tag";
  explain_comm(view, comm);
  explain_peer(view, e->source, peer);
  explain_like(view, e, like);
  if (e->tag != MPI_ANY_TAG) snprintf(tag, sizeof tag, "tag %d", e->tag);
  snprintf(text, size, "a message from %s with %s in %s%s", peer, tag, comm,
           like);
}

static struct moved_by call_of(const struct observed_end *e)
{
  return e ? (struct moved_by){e->call, e->site}
           : (struct moved_by){NULL, NULL};
}

void explain_moving(const void *moving_message, struct moved *m)
{
  const struct moving_message *about = moving_message;
  m->ranks[0] = about->from;
  m->ranks[1] = about->to;
  m->by[0] = call_of(about->sender);
  m->by[1] = call_of(about->receiver);
  snprintf(m->text, sizeof m->text, "the message of rank %d to rank %d",
           about->from, about->to);
}
