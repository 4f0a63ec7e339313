/* Pairing by name: which receive a message belongs to, where there are no
 * wildcards: in the contexts of collectives.
 *
 * A message and its receive have one name: receiver, context, source and tag.
 * Messages of a name meet its receives in the order in which they were sent,
 * and posted; so whichever side comes second finds the other at once, wherever
 * the message is meanwhile. Invariant: of one name there wait messages or
 * receives, never both. */
#ifndef ORIEL_PAIR_H
#define ORIEL_PAIR_H

#include "../../model/memory.h"
#include "match.h"
#include "table.h"

enum pair_side { PAIR_MESSAGE, PAIR_RECEIVE };

/* Embedded in a message or receive that waits for the other. */
struct pair_end {
  struct table_node node; /* of the first of a name */
  struct pair_end *next;  /* those behind it; NULL */
  struct pair_end *last;  /* of the first: of those */
};

/* Two tables for each receiver: its names, then p2p.c's channels to it. */
extern struct tables pair_tables;

static inline struct table *pair_names(int to)
{
  return tables_at(&pair_tables, 2 * to);
}

static inline struct table *pair_channels(int to)
{
  return tables_at(&pair_tables, 2 * to + 1);
}

/* Something will be asked of this receiver soon. */
static inline void pair_expect(int to)
{
  if (2 * to < pair_tables.room) __builtin_prefetch(&pair_tables.at[2 * to], 1);
}

static inline struct table_key pair_key(enum pair_side side,
                                        const struct p2p_envelope *e)
{
  return (struct table_key){(uint64_t)e->context << 1 | side,
                            (uint64_t)(uint32_t)e->source << 32 |
                                (uint32_t)e->tag};
}

/* What waits longest on that side, which waits no more; NULL: nothing. */
static inline struct pair_end *pair_take(enum pair_side side, int to,
                                         const struct p2p_envelope *e)
{
  struct table *t = pair_names(to);
  struct table_node *n = table_find(t, pair_key(side, e));
  if (!n) return NULL;
  struct pair_end *first = container_of(n, struct pair_end, node);
  struct pair_end *next = first->next;
  if (next) {
    table_replace(t, n, &next->node);
    next->last = first->last;
  } else {
    table_remove(t, n);
  }
  return first;
}

/* Wait on that side; nothing waits on the other. */
static inline void pair_wait(enum pair_side side, int to,
                             const struct p2p_envelope *e, struct pair_end *end)
{
  struct table *t = pair_names(to);
  end->next = NULL;
  end->last = end;
  end->node.key = pair_key(side, e);
  struct table_node *n = table_find(t, end->node.key);
  if (!n) {
    table_add(t, &end->node);
    return;
  }
  struct pair_end *first = container_of(n, struct pair_end, node);
  first->last->next = end;
  first->last = end;
}

#endif
