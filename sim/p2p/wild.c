/* Which receive a message belongs to where there are wildcards: the queues
 * (match.h) in which both wait. */
#include "message.h"

#include "../choice.h"

static struct match_pattern pattern_of(int to, const struct p2p_envelope *e)
{
  return (struct match_pattern){to, e->context, e->source, e->tag};
}

/* The patterns that match an envelope, most specific first. */
static void patterns_of(const struct message *m, struct match_pattern *p)
{
  p[0] = (struct match_pattern){m->to, m->envelope.context, m->envelope.source,
                                m->tag};
  for (int i = 1; i < PATTERNS; i++) {
    p[i] = p[0];
    if (i & 1) p[i].source = MPI_ANY_SOURCE;
    if (i & 2) p[i].tag = MPI_ANY_TAG;
  }
}

struct p2p_recv *wild_take_posted(const struct message *m)
{
  struct match_pattern p[PATTERNS];
  patterns_of(m, p);
  struct p2p_recv *best = NULL;
  for (int i = 0; i < PATTERNS; i++) {
    struct match_link *link = match_first(MATCH_POSTED, &p[i]);
    struct p2p_recv *r = link ? link->item : NULL;
    if (r && (!best || r->order < best->order)) best = r;
  }
  if (best) match_remove(&best->link);
  return best;
}

void wild_keep(struct message *m)
{
  struct match_pattern p[PATTERNS];
  patterns_of(m, p);
  for (int i = 0; i < PATTERNS; i++)
    match_append(MATCH_ARRIVED, &p[i], &m->links[i], m);
}

static bool first_of_sender(struct match_link *link)
{
  const struct message *m = link->item, *other;
  while ((link = match_before(link))) {
    other = link->item;
    if (other->envelope.source == m->envelope.source) return false;
  }
  return true;
}

/* Of the messages that a wildcard receive may take, each sender's first. */
static struct match_link *choose_sender(struct match_link *first)
{
  int outcomes = 1, skip;
  struct match_link *link;
  for (link = first->next; link; link = link->next)
    outcomes += first_of_sender(link);
  skip = choose(CHOICE_MATCH, outcomes);
  for (link = first; link->next; link = link->next)
    if (first_of_sender(link) && skip-- == 0) break;
  return link;
}

struct message *wild_find(const struct p2p_recv *r)
{
  struct match_pattern p = pattern_of(r->at, &r->envelope);
  struct match_link *link = match_first(MATCH_ARRIVED, &p);
  if (link && p.source == MPI_ANY_SOURCE && choices_left())
    link = choose_sender(link);
  return link ? link->item : NULL;
}

const struct message *wild_like(int to, const struct p2p_envelope *e)
{
  struct match_pattern p = pattern_of(to, e);
  p.tag = MPI_ANY_TAG;
  struct match_link *link = match_first(MATCH_ARRIVED, &p);
  if (link) return link->item;
  p.tag = e->tag;
  p.source = MPI_ANY_SOURCE;
  link = match_first(MATCH_ARRIVED, &p);
  return link ? link->item : NULL;
}

void wild_take(struct message *m)
{
  for (int i = 0; i < PATTERNS; i++)
    match_remove(&m->links[i]);
}

void wild_post(struct p2p_recv *r)
{
  static uint64_t posted_so_far;
  struct match_pattern p = pattern_of(r->at, &r->envelope);
  r->order = posted_so_far++;
  match_append(MATCH_POSTED, &p, &r->link, r);
}
