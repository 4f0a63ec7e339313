/* Notices: control messages of synchronisation, without payload. (notice.c) */
#ifndef ORIEL_RMA_NOTICE_H
#define ORIEL_RMA_NOTICE_H

#include "peer.h"
#include "../net/net.h"

#include <stddef.h>

/* What a notice says; it takes effect at the target, in the file of who sends
 * it, on the engine's stack. */
enum notice_kind {
  NOTICE_FLUSH,
  NOTICE_LOCK,
  NOTICE_UNLOCK,
  NOTICE_POST,
  NOTICE_COMPLETE,
};
struct notice;
void flush_effect(struct notice *);
void lock_effect(struct notice *);
void unlock_effect(struct notice *);
void post_effect(struct notice *);
void complete_effect(struct notice *);

/* A control message from origin to target that takes effect there after the
 * first `after` operations of its peer have been applied, and returns. It has
 * no bytes, so what the network keeps of those is its owner's. */
struct notice {
  union {
    struct net_message message;
    struct {
      int from, to; /* of the message, while that is not under way: */
      union {
        struct service service;      /* while the target's CPU has it */
        struct notice *next;         /* while it waits for operations */
        struct lock_request request; /* while it waits for a lock */
      };
    };
    struct {
      char head[offsetof(struct net_message, own)];
      struct peer *peer;
      struct wait *returned; /* when it is back; NULL: does not return */
      unsigned after;
      short value; /* a lock's type */
      enum notice_kind kind : 8;
      bool hardware : 1; /* the answer is hardware's, else a notice */
      bool dated : 1;    /* not the only one that its call awaits */
    };
  };
  struct lock_queue *queue; /* of a lock's: where it takes effect */
};
_Static_assert(sizeof(struct notice) == 64 &&
                   offsetof(struct notice, request) +
                           sizeof(struct lock_request) <=
                       offsetof(struct notice, peer),
               "a cache line, and what waits leaves what is kept");

/* Send at self's time, on behalf of self: it is under way, but nothing has
 * touched it yet. */
struct notice *notice_send(struct peer *, enum notice_kind, int value,
                           unsigned after, struct wait *returned);
/* What an effect calls, now or later, when the notice may return or end. */
void notice_answer(struct notice *);
/* Operations were applied: notices that waited for them take effect. */
void notices_ripen(struct peer *);

/* Before the run. */
void notice_open(void);

#endif
