/* Pairing by name: the tables, and receives that wait behind another. */
#include "pair.h"

#include "../../model/pool.h"

/* Receives of one name, of which PAIR_FEW others are in the table; not none. */
struct crowd {
  struct table_node node; /* under their name */
  struct table_node *first, *last;
};

struct table *pair_tables;
struct table pair_crowds;

static struct pool crowds = POOL(struct crowd);

void pair_open(int ranks)
{
  pair_tables = block_new((size_t)ranks * PAIR_SIDES * sizeof *pair_tables);
}

void pair_crowd(struct table_node *receive, struct table_key name)
{
  struct table_node *n = table_find(&pair_crowds, name);
  receive->next = NULL;
  if (n) {
    struct crowd *c = container_of(n, struct crowd, node);
    c->last->next = receive;
    c->last = receive;
    return;
  }
  struct crowd *c = pool_take(&crowds);
  c->node.key = name;
  c->first = c->last = receive;
  table_add(&pair_crowds, &c->node);
}

void pair_uncrowd(struct table *t, struct table_key name)
{
  struct table_node *n = table_find(&pair_crowds, name);
  if (!n) return;
  struct crowd *c = container_of(n, struct crowd, node);
  struct table_node *receive = c->first, **end = table_chain(t, name);
  c->first = receive->next;
  while (*end)
    end = &(*end)->next;
  table_hang(t, end, receive);
  if (c->first) return;
  table_remove(&pair_crowds, &c->node);
  pool_give(&crowds, c);
}
