/* Matching: which receive a message belongs to. [MPI-4.1 3.5]
 *
 * Posted receives and arrived messages wait in queues, one per (side,
 * receiver, context, source, tag), found by hash among those of the receiver. A
 * receive waits in the queue of its own pattern; a message waits in those of
 * the four patterns that match it (source or any, tag or any). So either side
 * finds its partner by looking at queue heads only. A queue is made of its
 * links: the first stands for it in the table. Invariant: no posted receive
 * matches an arrived message; a queue that is empty does not exist. */
#ifndef ORIEL_MATCH_H
#define ORIEL_MATCH_H

#include "table.h"

#include <stdbool.h>
#include <stdint.h>

struct p2p_envelope {
  uint32_t context;
  int source; /* world rank; MPI_ANY_SOURCE in a receive */
  int tag;    /* MPI_ANY_TAG in a receive */
};

enum match_side { MATCH_POSTED, MATCH_ARRIVED };

struct match_pattern {
  int to; /* the receiver, a world rank */
  uint32_t context;
  int source; /* a world rank, or MPI_ANY_SOURCE */
  int tag;    /* or MPI_ANY_TAG */
};

/* A place in a queue; embedded in a receive or a message, `item`. */
struct match_link {
  struct table_node node; /* of the first: of the queue; of all: its key */
  struct match_link *next;
  struct match_link *previous; /* of the first: the last */
  void *item;
  bool queued;
};

void match_append(enum match_side, const struct match_pattern *,
                  struct match_link *, void *item);
/* Nothing when it is in none. */
void match_remove(struct match_link *);
/* The one before it, or NULL. */
struct match_link *match_before(const struct match_link *);
/* The link that waits longest in the queue of this very pattern, or NULL. */
struct match_link *match_first(enum match_side, const struct match_pattern *);

#endif
