/* Pairing by name: which receive a message belongs to, where there are no
 * wildcards: in the contexts of collectives.
 *
 * A message and its receive have one name: receiver, context, source and tag.
 * Messages of a name meet its receives in the order in which they came, and
 * were posted; whichever side comes second finds the other. Invariant: of one
 * name there wait messages or receives, never both. */
#ifndef ORIEL_PAIR_H
#define ORIEL_PAIR_H

#include "../../model/memory.h"
#include "match.h"
#include "table.h"

#include <stdbool.h>

/* A name as a key: an envelope and its receiver are its bytes. It is handed on
 * by value, since a key that is read as a whole, right after it was written in
 * parts, waits for the caches. */
union named {
  struct table_node node;
  struct {
    struct table_node *chain;
    struct p2p_envelope envelope;
    int to; /* world rank */
  };
};

static inline struct table_key pair_name(uint32_t context, int source, int tag,
                                         int to)
{
  return (struct table_key){(uint64_t)(uint32_t)source << 32 | context,
                            (uint64_t)(uint32_t)to << 32 | (uint32_t)tag};
}

static inline struct table_key pair_name_of(const struct p2p_envelope *e,
                                            int to)
{
  return pair_name(e->context, e->source, e->tag, to);
}

static inline int pair_source(struct table_key name)
{
  return (int)(name.high >> 32);
}

static inline int pair_receiver(struct table_key name)
{
  return (int)(name.low >> 32);
}

static inline int pair_tag(struct table_key name)
{
  return (int)name.low;
}

/* The same name with another tag. */
static inline struct table_key pair_retag(struct table_key name, int tag)
{
  name.low = name.low >> 32 << 32 | (uint32_t)tag;
  return name;
}

/* --- queues: first in, first out, under a key --- */

struct queued {
  union named name;    /* of the first: stands for the queue in the table */
  struct queued *next; /* those behind it; NULL */
  struct queued *last; /* of the first; NULL of others */
};

/* Behind those of the key, which becomes its own. */
static inline void queue_append(struct table *t, struct queued *q,
                                struct table_key key)
{
  struct table_node **at = table_seek(t, key);
  q->name.node.key = key;
  q->next = NULL;
  q->last = *at ? NULL : q;
  if (!*at) {
    table_hang(t, at, &q->name.node);
    return;
  }
  struct queued *first = container_of(*at, struct queued, name);
  first->last->next = q;
  first->last = q;
}

static inline bool queue_first(const struct queued *q)
{
  return q->last;
}

/* Take out the first; the one that is first now, or NULL. */
static inline struct queued *queue_pop(struct table *t, struct queued *first)
{
  struct queued *next = first->next;
  if (next) {
    table_replace(t, &first->name.node, &next->name.node);
    next->last = first->last;
  } else {
    table_remove(t, &first->name.node);
  }
  return next;
}

/* --- what waits --- */

/* Two tables for each receiver: of its messages, in queues, and of its
 * receives, which have no room for one: of a name, the first few are in the
 * table, and those behind them in a crowd. */
enum { PAIR_MESSAGES, PAIR_RECEIVES, PAIR_SIDES };
#pragma GCC visibility push(hidden)
extern struct table *pair_tables;
extern struct table pair_crowds; /* of all receivers */
#pragma GCC visibility pop

static inline struct table *pair_of(int to)
{
  return &pair_tables[PAIR_SIDES * to];
}

/* Before the run. */
void pair_open(int ranks);

/* The message of that name that waits longest, which waits no more; NULL. */
static inline struct queued *pair_message(struct table *pair,
                                          struct table_key name)
{
  struct table *t = &pair[PAIR_MESSAGES];
  struct table_node *n = table_find(t, name);
  if (!n) return NULL;
  struct queued *first = container_of(n, struct queued, name);
  queue_pop(t, first);
  return first;
}

/* A receive comes to the crowd of its name; a place in the table is free for
 * the first of a crowd, if there is one. */
void pair_crowd(struct table_node *, struct table_key name);
void pair_uncrowd(struct table *, struct table_key name);

/* Let a receive wait behind those of its name, given here, too. */
enum { PAIR_FEW = 8 };
static inline void pair_append(struct table *pair, struct table_node *receive,
                               struct table_key name)
{
  struct table *t = &pair[PAIR_RECEIVES];
  struct table_node **end = table_chain(t, name), *n;
  int before = 0;
  for (; (n = *end); end = &n->next)
    before += n->key.low == name.low && n->key.high == name.high;
  if (before < PAIR_FEW)
    table_hang(t, end, receive);
  else
    pair_crowd(receive, name);
}

/* The receive of that name that waits longest, which waits no more; NULL. */
static inline struct table_node *pair_take(struct table *pair,
                                           struct table_key name)
{
  struct table *t = &pair[PAIR_RECEIVES];
  struct table_node *n = table_take(t, name);
  if (pair_crowds.count) pair_uncrowd(t, name);
  return n;
}

#endif
