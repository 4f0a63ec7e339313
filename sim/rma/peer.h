/* What one rank has in flight on one window, by the target of it.
 *
 * A `peer` is the origin's side of one pair (origin, target) on a window, made
 * when the pair first meets; the target's events reach it through the
 * operations and notices that carry it. Invariant: `peers` are in the order in
 * which calls of their rank first named them, since what a call sends to all
 * goes in that order, which must not depend on when others' posts arrive; whom
 * only such posts have met is a stranger. Invariant: `local.count` counts the
 * operations issued, in program order, `remote.count` those that touched the
 * target's memory, and is not above it. In the message protocol only
 * get-like operations are in `remote`; the others are remotely complete when a
 * flush notice has returned that was sent after them. `unflushed` tells that a
 * notice is due: after get-like operations too, for the target of emulated
 * operations counts messages and does not know which of them the origin has
 * heard of. */
#ifndef ORIEL_RMA_PEER_H
#define ORIEL_RMA_PEER_H

#include "completion.h"
#include "../engine/engine.h"
#include "../../model/map.h"
#include "../../model/memory.h"
#include "../../model/observer.h"
#include "../../model/window/window.h"

struct operation;
struct notice;

/* The kinds of flush, as bits. */
enum { FLUSH_LOCAL = 1, FLUSH_REMOTE = 2, FLUSH_EITHER = 3 };

/* The shared lock of a lock_all epoch, as its target sees it: the first
 * operation to a target carries the request. */
enum share { SHARE_NONE, SHARE_ASKED, SHARE_HELD };

/* In the queue of a lock. */
struct lock_request {
  struct peer *peer;
  int type;
  bool carried; /* by an operation, for a shared one; else by a notice */
  struct lock_request *next;
};

/* What few pairs have, all zero at first. By cache lines: post-start-complete-
 * wait, as origin and as target of the peer's target, and what is asked of all
 * that have one; what else waits there. */
struct extra {
  unsigned starts, posts;        /* epochs begun; posts arrived */
  unsigned exposures, completes; /* posted to the target; its completes */
  unsigned begun, ended;         /* own epochs there, unchecked ones too */
  struct operation *unposted;    /* for the post; list.h */
  struct operation *deferred;    /* deferred.c's; list.h */
  struct peer *deferring;        /* likewise: the next that has some */
  struct peer *mirror;   /* that of the target, to the origin; NULL: unknown */
  struct notice *unripe; /* arrived before operations they follow */
  struct operation *unmoved; /* --order: puts whose bytes move at completion */
  bool trusting;             /* the last post had MPI_MODE_NOCHECK */

  struct operation *early;     /* arrived before an accumulate they follow */
  struct operation *waiting;   /* for the shared lock; list.h */
  struct lock_request request; /* what they wait for, while it does, too */
  struct counter *post;        /* --order: of a blocking start, or NULL */
  const void *opened;          /* where it was locked, for a checker */
};

/* A cache line; then, if there is a checker, what it keeps of the pair. */
struct peer {
  struct rma *rma;                   /* the origin's */
  struct extra *extra;               /* NULL: has nothing of that yet */
  struct completion local, remote;   /* operations issued; applied */
  unsigned ordered, ordered_applied; /* accumulates likewise */
  int target;                        /* rank in the window */
  struct lock_state lock;
  enum share share : 2; /* the target's side of a lock_all epoch */
  bool shares : 1;      /* operations went there in this lock_all epoch */
  bool used : 1, fetches : 1, joined : 1; /* told.c's, of an epoch */
  bool unflushed : 1;
  bool exclusive : 1;  /* as is the lock that an unlock gives back */
  unsigned char fresh; /* flushes that have not followed the last operation */
};
_Static_assert(sizeof(struct peer) == 64, "a cache line");

/* By cache lines likewise; then what only posts and fences use. */
struct rma {
  struct completion local, remote; /* over all peers */
  struct waits waits; /* for these, those of peers, and `notices` */
  struct rank *rank;  /* the owner */

  struct window_view *view;
  struct window *window;
  struct map peers;    /* struct peer by target */
  struct peer *recent; /* the last that was asked for, and its target */
  int recent_target;
  bool unchecked;      /* lock_all or start with MPI_MODE_NOCHECK */
  bool unflushed;      /* any peer is */
  bool pends;          /* told.c's: what a flush of all did not complete */
  bool unlocks_all;    /* not of one target */
  unsigned char fresh; /* as a peer's, of flushes of all targets */

  struct counter exposed;    /* completes that Win_wait awaits */
  struct completion notices; /* its own, those that nobody awaits */
  int fetching;              /* told.c's: peers that `fetches` */
  unsigned fenced;           /* told.c's: a fence with NOPRECEDE, or 0 */
  struct map strangers;      /* struct peer by target, which may be known now */
};

/* Made with the window, for each member's view. */
struct rma *rma_new(struct window_view *, struct rank *owner);
void rma_free(struct rma *);
struct peer *rma_peer(struct rma *, int target);
/* NULL when the rank has not met it. */
struct peer *rma_known_peer(const struct rma *, int target);
/* Number i of those it has met, of whom all are wanted in turn. */
static inline struct peer *rma_next_peer(const struct rma *m, uint32_t i)
{
  enum { AHEAD = 4 };
  const struct map_entry *e = &m->peers.entries[i];
  if (i + AHEAD < m->peers.count) memory_ask(e[AHEAD].value);
  return e->value;
}
/* The peer in the other direction. */
struct peer *peer_mirror(struct peer *);
/* The target: its number in MPI_COMM_WORLD, and itself. */
static inline int peer_world(const struct peer *p)
{
  return group_world(p->rma->window->comm->group, p->target);
}
struct rank *peer_rank(const struct peer *);
/* In words, as the window numbers it; returns text. */
const char *peer_number(const struct peer *, char text[EXPLAIN_RANK]);
static inline int peer_host(const struct peer *p)
{
  return rank_hosts[peer_world(p)];
}
/* Its extra, made if there is none; the second is for reading: all zero if
 * there is none. */
struct extra *peer_extra(struct peer *);
extern const struct extra extra_none;
static inline const struct extra *peer_seen(const struct peer *p)
{
  return p->extra ? p->extra : &extra_none;
}
/* The checker's: of the two, and of what only this origin releases to only
 * this target. */
struct checked_room {
  char pair[CHECKED_PAIR];
  struct carrier *carriers;
};
static inline struct checked_room *peer_room(struct peer *p)
{
  return (struct checked_room *)(p + 1);
}
static inline struct checked_pair *peer_checked(struct peer *p)
{
  return (struct checked_pair *)peer_room(p);
}
/* Are the answers there that a wait is for? What the next call looks at comes,
 * too. */
static inline bool wait_answered(const struct wait *w)
{
  if (w->steps.counter.pending || w->date > engine_now()) return false;
  memory_ask(w->steps.counter.about);
  memory_ask(w->rma);
  map_ask(&w->rma->peers);
  return true;
}

/* Put into words that the target's post is awaited. */
void explain_post(const struct peer *, char *text, size_t size);
/* Or that so many operations are. */
void explain_operations(const struct rma *, const struct peer *, long pending,
                        char *text, size_t size);

#endif
