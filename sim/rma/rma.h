/* What one rank has in flight on one window, and what sim/rma's files share.
 *
 * A `peer` is the origin's side of one pair (origin, target) on a window, made
 * when the pair first meets; the target's events reach it through the
 * operations and notices that carry it. Invariant: `local.count` counts the
 * operations issued, in program order, `remote.count` those that touched the
 * target's memory, and is not above it. In the message protocol only
 * get-like operations are in `remote`; the others are remotely complete when a
 * flush notice has returned that was sent after them. `unflushed` tells that a
 * notice is due: after get-like operations too, for the target of emulated
 * operations counts messages and does not know which of them the origin has
 * heard of. */
#ifndef ORIEL_RMA_H
#define ORIEL_RMA_H

#include "../foresight.h"
#include "../net/net.h"
#include "../order.h"
#include "../rank/rank.h"
#include "../../model/map.h"
#include "../../model/observer.h"
#include "../../model/window/window.h"

#include <stddef.h>

struct request;
struct operation;
struct notice;

/* The kinds of flush, as bits. */
enum { FLUSH_LOCAL = 1, FLUSH_REMOTE = 2, FLUSH_EITHER = 3 };

/* Operations that are to complete, one way or the other: so many are pending,
 * the others are done, now or at `date` at the latest. What is known to be
 * complete at a date to come is done at once: who waits waits until none is
 * pending, then for the date, and few completions need an event of their own.
 */
struct completion {
  unsigned pending;
  unsigned count; /* a peer's: of operations issued, or applied, so far */
  double date;
};

/* The shared lock of a lock_all epoch, as its target sees it: the first
 * operation to a target carries the request. */
enum share { SHARE_NONE, SHARE_ASKED, SHARE_HELD };

/* What few pairs have, all zero at first. By cache lines: post-start-complete-
 * wait, as origin and as target of the peer's target, and what is asked of all
 * that have one; what else waits there. */
struct extra {
  unsigned starts, posts;        /* epochs begun; posts arrived */
  unsigned exposures, completes; /* posted to the target; its completes */
  unsigned begun, ended;         /* own epochs there, unchecked ones too */
  struct operation *unposted;    /* for the post; list.h */
  struct peer *mirror;   /* that of the target, to the origin; NULL: unknown */
  struct notice *unripe; /* arrived before operations they follow */
  struct operation *unmoved; /* --order: puts whose bytes move at completion */
  bool trusting;             /* the last post had MPI_MODE_NOCHECK */

  struct operation *early;   /* arrived before an accumulate they follow */
  struct operation *waiting; /* for the shared lock; list.h */
  struct counter *post;      /* --order: of a blocking start, or NULL */
  const void *opened;        /* where it was locked, for a checker */
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
  bool used : 1, fetches : 1, joined : 1; /* told.c's, of an epoch of locks */
  bool unflushed : 1;
  bool exclusive : 1;  /* as is the lock that an unlock gives back */
  unsigned char fresh; /* flushes that have not followed the last operation */
};
_Static_assert(sizeof(struct peer) == 64, "a cache line");

/* By cache lines likewise; then what only posts and fences use. */
struct rma {
  struct completion local, remote; /* over all peers */
  struct wait *waits; /* for these, those of peers, and `notices` */
  const struct completion *awaited; /* what the only one waits for, if that is
                                       of the owner's first strand; or NULL */
  struct rank *rank;                /* the owner */

  struct window_view *view;
  struct window *window;
  struct map peers;    /* struct peer by target */
  struct peer *recent; /* the last that was asked for, and its target */
  const void *polled;  /* what the last flush did again */
  int recent_target;
  bool unchecked;      /* lock_all or start with MPI_MODE_NOCHECK */
  bool unflushed;      /* any peer is */
  unsigned char fresh; /* as a peer's, of flushes of all targets */

  struct counter exposed;    /* completes that Win_wait awaits */
  struct completion notices; /* its own, those that nobody awaits */
  int fetching;              /* told.c's: peers that `fetches` */
  unsigned fenced;           /* told.c's: a fence with NOPRECEDE, or 0 */
};

/* Made with the window, for each member's view. */
struct rma *rma_new(struct window_view *, struct rank *owner);
void rma_free(struct rma *);
struct peer *rma_peer(struct rma *, int target);
/* NULL when the two have not met. */
struct peer *rma_known_peer(const struct rma *, int target);
/* Number i of those it has met, of whom all are wanted in turn. */
static inline struct peer *rma_next_peer(const struct rma *m, uint32_t i)
{
  enum { AHEAD = 4 };
  const struct map_entry *e = &m->peers.entries[i];
  if (i + AHEAD < m->peers.count) __builtin_prefetch(e[AHEAD].value);
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
static inline int peer_host(const struct peer *p)
{
  return rank_hosts[peer_world(p)];
}
/* Its extra, made if there is none; one to read: all zero if there is none. */
struct extra *peer_extra(struct peer *);
extern const struct extra extra_none;
static inline const struct extra *peer_seen(const struct peer *p)
{
  return p->extra ? p->extra : &extra_none;
}
/* The checker's. */
static inline struct checked_pair *peer_checked(struct peer *p)
{
  return (struct checked_pair *)(p + 1);
}

/* --- foresight (sim/foresight.h) --- */

/* Before the run. */
void rma_open(void);
void operation_open(void);
void target_open(void);
void notice_open(void);
/* Events that touch the target of their operation, or end it. */
void operations_foreseen(const struct coming *, unsigned n, int stage);
/* The queue of the locks of that target. */
void lock_foresee(const struct peer *);

/* --- completions (completion.c) --- */

static inline unsigned completion_pending(const struct completion *c)
{
  return c->pending;
}
/* One of those that pend for `m`, or a peer of it, is complete at `date`. */
void completion_done(struct rma *m, struct completion *, double date);

/* What one call of self waits for: completions, and then, or only, answers to
 * notices. A cache line, which is not on the stack of who waits. */
struct wait {
  struct steps steps; /* pending: the answers that are due */
  union {
    const struct completion *of; /* first */
    double date;                 /* then: of the last of the other answers */
  };
  struct rma *rma;
  struct wait *next; /* of its list, while it is for completions */
};
/* It is explained so, about this; `over`: answers_over, or what comes first. */
struct wait *wait_new(struct rma *, bool (*over)(struct steps *),
                      void (*explain)(const struct counter *, char *, size_t),
                      const void *about);
static inline struct wait *wait_of(struct steps *s)
{
  return (struct wait *)s;
}
/* Park self until it is over, and let its local time be at least that date. */
void wait_run(struct wait *);
/* All answers are there. */
bool answers_over(struct steps *);
/* First it is for all completions, of a peer or (NULL) of all, that the origin
 * learns of by itself; known_over() says when that is over. */
struct wait *wait_for_known(bool (*over)(struct steps *), struct rma *,
                            const struct peer *);
bool known_over(struct wait *, const struct peer *);
/* Then it is for answers, explained so. */
void wait_for_answers(struct wait *,
                      void (*explain)(const struct counter *, char *, size_t));
/* When those are there: what the next call looks at comes, too. */
static inline bool wait_answered(const struct wait *w)
{
  if (w->steps.counter.pending || w->date > engine_now()) return false;
  __builtin_prefetch(w->steps.counter.about);
  __builtin_prefetch(w->rma);
  __builtin_prefetch(&w->rma->window);
  return true;
}

/* For local completion, of a peer's operations or (NULL) of all. */
void rma_wait_local(struct rma *, const struct peer *);
/* For all, at all targets, that the origin learns of by itself. */
void rma_wait_known(struct rma *);
/* Until nothing of the rank's own is under way: the window goes. */
void rma_wait_idle(struct rma *);
/* So many operations are awaited, in words. */
void explain_operations(const struct rma *, const struct peer *, long pending,
                        char *text, size_t size);

/* --- operations (operation.c, target.c) --- */

enum operation_kind {
  OPERATION_PUT,
  OPERATION_GET,
  OPERATION_ACCUMULATE,
  OPERATION_FETCH, /* get_accumulate, fetch_and_op */
  OPERATION_SWAP,  /* compare_and_swap */
};

/* Packed data that travels. Whoever uses it knows its size. */
union data {
  char inside[16];
  void *apart; /* if it is larger */
};
static inline void *data_at(union data *d, size_t bytes)
{
  return bytes <= sizeof d->inside ? d->inside : d->apart;
}
/* Room for it. */
void *data_new(union data *, size_t bytes);

/* By cache lines: its way; what is applied; what only some have. */
struct operation {
  union {
    struct net_message message; /* to the target, then back */
    struct {                    /* while that is not under way: */
      char head[offsetof(struct net_message, own)];
      union {
        struct service service; /* while the target's CPU has it */
        struct {
          struct operation *next; /* in whatever list it waits */
          double issued;          /* date */
          unsigned start; /* the epoch of Win_start that it belongs to */
          unsigned begun; /* the same, unchecked ones counted too */
        };
      };
    };
  };
  struct peer *peer;

  enum operation_kind kind : 8;
  uint8_t events;      /* of its own that are still to come */
  bool ordered : 1;    /* among the accumulates to this target */
  bool waits : 1;      /* for a post or lock, before it may be applied */
  bool shares : 1;     /* carries the request for the shared lock */
  bool moved : 1;      /* its bytes moved before it arrived */
  bool differed : 1;   /* a swap that wrote nothing */
  bool rendezvous : 1; /* its request to send is under way */
  bool requested : 1;  /* `request` is not complete yet */
  bool whole : 1;      /* has the last part */
  unsigned order;      /* among the ordered ones to this target */
  char *target;        /* the memory there */
  MPI_Count target_count;
  const struct datatype *target_type;
  const struct op *op;
  size_t sent_bytes;
  union data sent; /* a swap's: the new value and the one to compare with */

  /* Of those that fetch, of request-based ones, and of all where somebody asks
   * for their numbers; others end here. */
  struct {
    union data fetched;
    void *result; /* where the fetched data goes */
    MPI_Count result_count;
    const struct datatype *result_type;
    struct request *request;
    void *kept;      /* the checker's */
    uint64_t number; /* among all operations of the run */
  };
};

_Static_assert(offsetof(struct operation, peer) == 56 &&
                   offsetof(struct operation, fetched) == 128,
               "most operations are two cache lines");

/* One that is not request-based has no request. */
struct operation *operation_new(enum operation_kind, struct peer *,
                                struct request *);
/* Issue: charge the origin, send or queue. Takes what `operation_new` made. */
void operation_issue(struct operation *);
/* Does its result come back? */
static inline bool kind_fetches(enum operation_kind kind)
{
  return kind != OPERATION_PUT && kind != OPERATION_ACCUMULATE;
}
static inline bool operation_fetches(const struct operation *o)
{
  return kind_fetches(o->kind);
}
/* So many bytes. */
static inline size_t operation_fetched(const struct operation *o)
{
  if (!operation_fetches(o)) return 0;
  return (size_t)(o->target_count * o->target_type->size);
}
/* Of the target's memory. */
static inline size_t operation_bytes(const struct operation *o)
{
  return operation_fetches(o) ? operation_fetched(o) : o->sent_bytes;
}
/* Would an operation that is issued now wait for a post or a lock? */
bool operation_waits(const struct peer *);
/* The post of this peer's target has arrived: send what waited. */
void operations_posted(struct peer *);
/* The shared lock is held: let what waited at the target go on. */
void operations_shared(struct peer *);

/* Target side, called when the last byte has arrived (and the lock is there):
 * serve, order and apply. */
void target_arrived(struct operation *);
/* Under --order=early: it is being sent; move its bytes now. */
void target_move_early(struct operation *);
/* The puts to this peer are complete: move what --order has held back. */
void target_settle(struct peer *);
/* A get that --order has read late: read the target's memory now. */
void target_read_late(struct operation *);
/* Applied, its answer is on its way or not needed. */
void operation_applied(struct operation *);
/* One of the operation's events has passed; frees it after the last. */
void operation_event_done(struct operation *);

/* --- notices (notice.c) --- */

/* A control message from origin to target that takes effect there after the
 * first `after` operations of its peer have been applied, and returns. */
struct notice {
  struct net_message message;

  struct peer *peer;
  void (*effect)(struct notice *); /* at the target; on the engine's stack */
  unsigned after;
  int value : 24;        /* for effect */
  bool hardware : 1;     /* the answer is hardware's, else a notice */
  bool dated : 1;        /* not the only one that its call awaits */
  struct wait *returned; /* when it is back; NULL: does not return */
  struct strand *sender;
  union {
    struct service service; /* while the target's CPU has it */
    struct notice *next;    /* while it waits for operations */
  };
};

/* Send at self's time, on behalf of self. */
void notice_send(struct peer *, void (*effect)(struct notice *), int value,
                 unsigned after, struct wait *returned);
/* What an effect calls, now or later, when the notice may return or end. */
void notice_answer(struct notice *);
/* Operations were applied: notices that waited for them take effect. */
void notices_ripen(struct peer *);

/* --- rules that concern two ranks ---
 *
 * The simulator sees both sides at the instant of a call. Calls that order two
 * ranks meet the clock, so what a correct program has ordered is seen in that
 * order. 0 or a fault's class; what epoch.h refuses is left to it. */

int rma_check_start(const struct rma *, struct group *, int assertion);
int rma_check_post(const struct rma *, struct group *, int assertion);
int rma_check_lock(const struct rma *, int target, int type, int assertion);
/* Does anybody hold a lock of the rank's own part? (lock.c) */
bool lock_held(const struct rma *);

/* --- synchronisation; each blocks self as MPI says --- */

void rma_flush(struct peer *);
void rma_flush_all(struct rma *);
void rma_flush_local(struct peer *);
void rma_flush_local_all(struct rma *);
void rma_fence(struct rma *);

void rma_post(struct rma *, struct group *, int assertion);
void rma_start(struct rma *, struct group *, int assertion);
void rma_complete(struct rma *, struct group *);
void rma_wait(struct rma *);
/* The exposure epoch is over, and self knows. */
void rma_waited(struct rma *);

void rma_lock(struct peer *);
/* `held` is what epoch_unlock took from the peer. */
void rma_unlock(struct peer *, struct lock_state held);
void rma_lock_all(struct rma *, int assertion);
void rma_unlock_all(struct rma *);

/* A shared lock for an operation that arrived at its target: true when it is
 * held, else operations_shared() will be called. (lock.c) */
bool lock_share(struct peer *);
struct lock_queue *lock_queues_new(int size);
void lock_queues_free(struct lock_queue *);

/* --- what the observers are told of order (told.c) --- */

/* Is there an exclusive, a shared unlock to tell of? One flag each, per
 * target; lock.c keeps them for told.c. */
struct unlocks {
  bool exclusive, shared;
};
struct unlocks *lock_unlocks(const struct window *, int target);

/* Does anybody want to know of locks and admissions? */
static inline bool told_heard(void)
{
  return observers_hear.order || observers_hear.admission;
}
/* Self's operations are complete; p NULL: at all targets. */
void told_flush(const struct rma *, struct peer *);
void told_flush_local(const struct rma *, struct peer *);
/* Self has what a request-based operation fetched from there. */
void told_fetched(struct peer *);
void told_fence_enter(const struct rma *);
void told_fence_leave(struct rma *);
void told_post(const struct rma *, const struct peer *to);
void told_complete(const struct rma *, struct peer *to);
void told_waited(const struct rma *, struct peer *from);
/* The lock is there, for self; it is given back, by `by`. */
/* A lock call is over; `there`: the standard says so of the lock, too. */
void told_locked(struct peer *, int type, bool there);
void told_unlocked(struct peer *, int type, const struct strand *by);
/* Straight after its issue: what it comes after. */
void told_issued_heard(struct operation *);
static inline void told_issued(struct operation *o)
{
  if (told_heard()) told_issued_heard(o);
}
/* It has waited; now it has the post, the lock. */
void told_admitted(struct operation *);
/* The window goes: nobody will acquire any more. */
void told_window_end(const struct window *);

#endif
