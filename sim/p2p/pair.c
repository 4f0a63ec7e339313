/* Pairing by name: a table for each receiver. */
#include "pair.h"

#include "../../model/memory.h"

/* Two for each receiver: its names, then the channels to it. */
static struct tables tables;

struct table *pair_channels(int to)
{
  return tables_at(&tables, 2 * to + 1);
}

static struct table_key key_of(enum pair_side side,
                               const struct match_pattern *name)
{
  return (struct table_key){(uint64_t)name->context << 1 | side,
                            (uint64_t)(uint32_t)name->source << 32 |
                                (uint32_t)name->tag};
}

void *pair_take(enum pair_side side, const struct match_pattern *name)
{
  struct table *t = tables_at(&tables, 2 * name->to);
  struct table_node *n = table_find(t, key_of(side, name));
  if (!n) return NULL;
  struct pair_end *first = container_of(n, struct pair_end, node);
  struct pair_end *next = first->next;
  if (next) {
    table_replace(t, n, &next->node);
    next->last = first->last;
  } else {
    table_remove(t, n);
  }
  return first->item;
}

void pair_wait(enum pair_side side, const struct match_pattern *name,
               struct pair_end *end, void *item)
{
  struct table *t = tables_at(&tables, 2 * name->to);
  struct table_key key = key_of(side, name);
  struct table_node *n = table_find(t, key);
  end->item = item;
  end->next = NULL;
  if (n) {
    struct pair_end *first = container_of(n, struct pair_end, node);
    first->last->next = end;
    first->last = end;
  } else {
    end->node.key = key;
    end->last = end;
    table_add(t, &end->node);
  }
}
