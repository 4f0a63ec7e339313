/* Notices: control messages of synchronisation, without payload. (notice.c) */
#ifndef ORIEL_RMA_NOTICE_H
#define ORIEL_RMA_NOTICE_H

#include "peer.h"
#include "../net/net.h"

/* A control message from origin to target that takes effect there after the
 * first `after` operations of its peer have been applied, and returns. */
struct notice {
  struct net_message message;
  struct wait *returned; /* when it is back; NULL: does not return */

  struct peer *peer;
  void (*effect)(struct notice *); /* at the target; on the engine's stack */
  unsigned after;
  int value;     /* for effect */
  bool hardware; /* the answer is hardware's, else a notice */
  bool dated;    /* not the only one that its call awaits */
  struct lock_queue *queue; /* of a lock's: where it takes effect */
  union {
    struct service service; /* while the target's CPU has it */
    struct notice *next;    /* while it waits for operations */
    struct lock_request request; /* while it waits for a lock */
  };
};
_Static_assert(sizeof(struct notice) == 128, "two cache lines");

/* Send at self's time, on behalf of self: it is under way, but nothing has
 * touched it yet. */
struct notice *notice_send(struct peer *, void (*effect)(struct notice *),
                           int value, unsigned after, struct wait *returned);
/* What an effect calls, now or later, when the notice may return or end. */
void notice_answer(struct notice *);
/* Operations were applied: notices that waited for them take effect. */
void notices_ripen(struct peer *);

/* Before the run. */
void notice_open(void);

#endif
