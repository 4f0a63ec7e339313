/* Matching: the queues of posted receives and of arrived messages. */
#include "match.h"

#include "../../model/memory.h"
#include "table.h"

#include <stdlib.h>

struct match_queue {
  struct table_node node; /* first: it is found as one */
  struct match_link *first, *last;
};

static struct table queues;
static struct match_queue *spare; /* chained through node.next */

static struct table_key key_of(enum match_side side,
                               const struct match_pattern *p)
{
  return (struct table_key){
      (uint64_t)(uint32_t)p->to << 33 | (uint64_t)p->context << 1 | side,
      (uint64_t)(uint32_t)p->source << 32 | (uint32_t)p->tag};
}

static struct match_queue *queue_new(struct table_key key)
{
  struct match_queue *q = spare;
  if (q)
    spare = (struct match_queue *)q->node.next;
  else
    q = xmalloc(sizeof *q);
  q->first = q->last = NULL;
  q->node.key = key;
  table_add(&queues, &q->node);
  return q;
}

static void queue_free(struct match_queue *q)
{
  table_remove(&queues, &q->node);
  q->node.next = (struct table_node *)spare;
  spare = q;
}

void match_append(enum match_side side, const struct match_pattern *p,
                  struct match_link *link)
{
  struct table_key key = key_of(side, p);
  struct match_queue *q = (struct match_queue *)table_find(&queues, key);
  if (!q) q = queue_new(key);
  link->queue = q;
  link->next = NULL;
  link->previous = q->last;
  if (q->last)
    q->last->next = link;
  else
    q->first = link;
  q->last = link;
}

void match_remove(struct match_link *link)
{
  struct match_queue *q = link->queue;
  if (!q) return;
  if (link->previous)
    link->previous->next = link->next;
  else
    q->first = link->next;
  if (link->next)
    link->next->previous = link->previous;
  else
    q->last = link->previous;
  link->queue = NULL;
  if (!q->first) queue_free(q);
}

struct match_link *match_first(enum match_side side,
                               const struct match_pattern *p)
{
  struct table_node *n = table_find(&queues, key_of(side, p));
  return n ? ((struct match_queue *)n)->first : NULL;
}
