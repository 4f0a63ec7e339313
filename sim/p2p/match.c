/* Matching: the queues of posted receives and of arrived messages. */
#include "match.h"

#include "../../model/memory.h"

static struct tables tables; /* one for each receiver */

static struct table_key key_of(enum match_side side,
                               const struct match_pattern *p)
{
  return (struct table_key){
      (uint64_t)(uint32_t)p->to << 33 | (uint64_t)p->context << 1 | side,
      (uint64_t)(uint32_t)p->source << 32 | (uint32_t)p->tag};
}

static struct table *table_of(struct table_key key)
{
  return tables_at(&tables, (int)(key.high >> 33));
}

static bool is_first(const struct match_link *link)
{
  return !link->previous->next;
}

static struct match_link *find(struct table_key key)
{
  struct table_node *n = table_find(table_of(key), key);
  return n ? container_of(n, struct match_link, node) : NULL;
}

void match_append(enum match_side side, const struct match_pattern *p,
                  struct match_link *link, void *item)
{
  struct table_key key = key_of(side, p);
  struct match_link *first = find(key);
  link->item = item;
  link->node.key = key;
  link->next = NULL;
  link->queued = true;
  if (first) {
    link->previous = first->previous;
    first->previous->next = link;
    first->previous = link;
  } else {
    link->previous = link;
    table_add(table_of(key), &link->node);
  }
}

void match_remove(struct match_link *link)
{
  if (!link->queued) return;
  link->queued = false;
  struct match_link *next = link->next;
  struct table *t = table_of(link->node.key);
  if (!is_first(link)) {
    link->previous->next = next;
    if (!next) next = find(link->node.key); /* whose `previous` is the last */
  } else if (next) {
    table_replace(t, &link->node, &next->node);
  } else {
    table_remove(t, &link->node);
    return;
  }
  next->previous = link->previous;
}

struct match_link *match_before(const struct match_link *link)
{
  return is_first(link) ? NULL : link->previous;
}

struct match_link *match_first(enum match_side side,
                               const struct match_pattern *p)
{
  return find(key_of(side, p));
}
