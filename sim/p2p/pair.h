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
 * receives. */
enum { PAIR_MESSAGES, PAIR_RECEIVES, PAIR_SIDES };
#pragma GCC visibility push(hidden)
extern struct table *pair_tables;
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

#endif
