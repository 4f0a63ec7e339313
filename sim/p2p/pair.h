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

#include "match.h"
#include "table.h"

enum pair_side { PAIR_MESSAGE, PAIR_RECEIVE };

/* Embedded in a message or receive, `item`, that waits for the other. */
struct pair_end {
  struct table_node node; /* of the first of a name */
  struct pair_end *next;  /* those behind it; NULL */
  struct pair_end *last;  /* of the first: of those */
  void *item;
};

/* What waits longest on that side, which waits no more; NULL: nothing. */
void *pair_take(enum pair_side, const struct match_pattern *name);
/* Wait on that side; nothing waits on the other. */
void pair_wait(enum pair_side, const struct match_pattern *name,
               struct pair_end *, void *item);

/* Of a receiver: p2p.c's channels, beside its names. */
struct table *pair_channels(int to);

#endif
