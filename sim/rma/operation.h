/* Operations, from their issue to their completion: operation.c at the origin,
 * target.c at the target.
 *
 * Invariant: an operation belongs to its events; who issued it does not look at
 * it again. */
#ifndef ORIEL_RMA_OPERATION_H
#define ORIEL_RMA_OPERATION_H

#include "peer.h"
#include "../engine/foresight.h"
#include "../moving.h"
#include "../net/net.h"

#include <stddef.h>

struct request;

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
  struct {     /* of a get and of a lent put: the origin's buffer, at the place
                  of `apart`, and how many elements of a type it has */
    void *origin;
    MPI_Count origin_count;
  };
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

  union {
    uint64_t nothing; /* all of these: 0 */
    struct {
      enum operation_kind kind : 8;
      uint8_t events;      /* of its own that are still to come */
      bool ordered : 1;    /* among the accumulates to this target */
      bool waits : 1;      /* for a post or lock, before it may be applied */
      bool shares : 1;     /* carries the request for the shared lock */
      bool moved : 1;      /* its bytes moved before it arrived */
      bool differed : 1;   /* a swap that wrote nothing */
      bool rendezvous : 1; /* its request to send is under way */
      bool requested : 1;  /* `request` is not complete yet */
      bool lent : 1;       /* its data stays in the buffers until it is there */
      bool whole;          /* has the last part */
      unsigned order;      /* among the ordered ones to this target */
    };
  };
  char *target; /* the memory there */
  MPI_Count target_count;
  const struct datatype *target_type;
  union {
    const struct op *op;
    const struct datatype *origin_type; /* of a get and of a lent put */
  };
  size_t sent_bytes;
  union data sent; /* a swap's: the new value and the one to compare with */

  /* Of those that fetch, but for lent gets, of request-based ones, and of all
   * where somebody asks for their numbers; others end here. */
  struct {
    union data fetched;
    union {
      struct { /* where the fetched data goes, but a get's */
        void *result;
        MPI_Count result_count;
        const struct datatype *result_type;
      };
      struct moved_by by; /* of puts, gets and accumulates */
    };
    struct request *request;
    void *kept;      /* the checker's */
    uint64_t number; /* among all operations of the run */
  };
};

_Static_assert(offsetof(struct operation, peer) == 56 &&
                   offsetof(struct operation, fetched) == 128,
               "most operations are two cache lines");

/* What it is in words, for moving.h. */
void operation_name(const void *operation, struct moved *);
/* A new operation; `request` is NULL unless it is request-based. What is
 * applied, and where its result goes, the caller fills in. */
struct operation *operation_new(enum operation_kind, struct peer *,
                                struct request *, bool lent);
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
/* How many bytes come back. */
static inline size_t operation_fetched(const struct operation *o)
{
  if (!operation_fetches(o)) return 0;
  return (size_t)(o->target_count * o->target_type->size);
}
/* How many bytes of the target's memory it touches. */
static inline size_t operation_bytes(const struct operation *o)
{
  return operation_fetches(o) ? operation_fetched(o) : o->sent_bytes;
}
/* Would an operation that is issued now wait for a post or a lock? */
bool operation_waits(const struct peer *);
/* Nothing at the origin holds it up any more. */
void operation_send(struct operation *, double date);
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

/* Before the run. */
void operation_open(void);
void target_open(void);
/* Events that touch the target of their operation, or end it. */
void operations_foreseen(const struct coming *, unsigned n, int stage);

#endif
