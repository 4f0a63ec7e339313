/* Point-to-point messages: matching and the eager and rendezvous protocols.
 *
 * Everything is event-driven: a send or receive is a struct that the caller
 * owns until its `done` is called, on the engine's stack or inside the
 * starting call. Blocking calls, requests and collective schedules all use
 * the same two starts. Matching is O(1) by hash on (receiver, context, source,
 * tag), wildcards included; envelopes match in send order per (sender,
 * receiver, context), whatever carried them. [MPI-4.1 3.5]
 *
 * Payloads of at most `eager` bytes go at once, copied when the send starts.
 * Larger ones: a request notice, when it matches a clear-to-send notice back,
 * then the payload. A synchronous eager send ends with a notice back. Under
 * `weak` progress the two steps of a handshake wait until the rank that makes
 * them is in MPI; under any other the interface or a thread makes them. */
#ifndef ORIEL_P2P_H
#define ORIEL_P2P_H

#include "../cost/cost.h"
#include "../rank/rank.h"
#include "../../model/datatype/datatype.h"
#include "../../model/observer.h"
#include "match.h"
#include "pair.h"

enum send_mode {
  SEND_STANDARD,
  SEND_SYNCHRONOUS,
  SEND_BUFFERED, /* copied at the start; done when the copy has left */
  SEND_READY
};

struct p2p_send {
  struct p2p_envelope envelope;
  int to; /* world rank */
  const void *buffer;
  MPI_Count count;
  /* A reference is held until done. NULL: `count` bytes that cost time but
   * are not there. */
  const struct datatype *type;
  enum send_mode mode;
  /* What the program sends, where it is a copy that is sent; else NULL. */
  const struct datatype *copied;
  MPI_Count copied_count;
  bool cancelled;                  /* result: taken back */
  void (*done)(struct p2p_send *); /* the buffer may be reused */
  struct message *message;         /* p2p.c's own */
  /* If somebody hears of order: */
  uint64_t number;  /* of the message, once it is started */
  uint64_t partner; /* the number of the receive, once it is matched; else 0 */
};

enum p2p_purpose {
  P2P_RECEIVE,
  P2P_PROBE, /* the message stays where it is */
  P2P_CLAIM, /* the message is taken out, to be received by its name */
};

/* How far a receive is: its event is to come, it waits in a queue, it has its
 * message. */
enum p2p_state { RECV_STARTED, RECV_POSTED, RECV_MATCHED };

struct message;

/* Where there are no wildcards, in the contexts of collectives, the first
 * members up to `owner`, in one cache line, are all that is used, and may be
 * all that there is; of receives that are no collective's observers hear more.
 */
struct p2p_recv {
  union {
    union named name; /* without wildcards: while it waits */
    struct {
      MPI_Count bytes; /* of the message; it may hold more than fits */
      struct p2p_envelope envelope;
      int at; /* the receiver, a world rank */
    };
  };
  void *buffer;
  MPI_Count count;
  const struct datatype *type; /* as in a send */
  void (*done)(struct p2p_recv *);
  void *owner; /* for `done`: where its line is asked for before; or NULL */
  enum p2p_purpose purpose;
  /* results, as `bytes` above */
  int source; /* world rank */
  int tag;
  int error;    /* MPI_ERR_TRUNCATE or 0 */
  bool awaited; /* the sender's call waits for it: synchronous */
  bool cancelled;
  /* p2p.c's own */
  uint8_t state;
  struct match_link link;
  uint64_t order;
  struct observed_end by; /* if somebody hears of matches */
  /* If somebody hears of order: its number, where there are wildcards, and, as
   * a result but in collectives, the message's. */
  uint64_t number, partner;
  struct message *message; /* what P2P_CLAIM took */
};

enum { P2P_RECV_PLAIN = offsetof(struct p2p_recv, purpose) };

/* Before the run. */
void p2p_open(int ranks);

/* Nonblocking collectives and partitioned messages of all ranks, which go on
 * beside what their ranks do. As long as there are none, what a rank sends by
 * name on a communicator it sends in the order of its dates. */
#pragma GCC visibility push(hidden)
extern int p2p_beside;
#pragma GCC visibility pop

/* Start at `date`; the caller has charged its own overheads. A standard send
 * of at most `eager` bytes is done inside the call. */
void p2p_send_start(struct p2p_send *, double date);
void p2p_recv_start(struct p2p_recv *, double date);
/* The same without wildcards, by name: of `bytes` bytes, at most `eager`, which
 * `count` elements are; of a receive of that name that begins now. Its type is
 * the caller's to keep, and its first P2P_RECV_PLAIN bytes are enough. */
void p2p_send_plain(struct table_key name, const void *, MPI_Count count,
                    const struct datatype *, MPI_Count bytes, double date);
void p2p_recv_plain(struct p2p_recv *, struct table_key name);
/* What a message handle names. */
struct claimed {
  struct message *message;
  struct comm_view *view;
  struct p2p_envelope envelope;
  const char *call; /* that claimed it, ... */
  const void *site; /* ... there */
};
/* Receive what was claimed before; the envelope of the receive is not used. */
void p2p_recv_claimed(struct p2p_recv *, struct message *, double date);
/* Take back a send that has no receive yet; false when it is too late. When
 * true, `done` was called, `cancelled` set. Only before `done`. */
bool p2p_send_cancel(struct p2p_send *);
/* Take back a receive that nothing matched; false when it is too late. When
 * true, `done` was called or will be at this date, `cancelled` set. */
bool p2p_recv_cancel(struct p2p_recv *);
/* Look for a message that has arrived: fills the results of a probe or claim
 * and returns true; else false, and nothing happens. `done` is not called. */
bool p2p_look(struct p2p_recv *);

/* What carries order for the observers, by the number of a message or receive,
 * which no two share. */
struct observed_carrier p2p_carrier(uint64_t number);

/* Tags on a communicator's context + 1 that no collective uses, never given
 * twice: the first of n, the others below it. */
int p2p_private_tags(int n);

/* Bytes of data that `count` elements stand for. */
static inline MPI_Count p2p_bytes(MPI_Count count, const struct datatype *type)
{
  return type ? count * type->size : count;
}

/* CPU time of issuing a send or completing a receive: o_send or o_recv, and
 * the packing of what is not contiguous. Ask once a payment: it is noted. */
static inline double p2p_cost(enum cost_call call, MPI_Count bytes,
                              const struct datatype *type)
{
  double overhead = cost_overhead(call, bytes);
  if (!type || type->contiguous) return overhead;
  return overhead + spent(TERM_COPY, (double)bytes / cost.copy);
}

static inline double p2p_send_cost(MPI_Count count, const struct datatype *type)
{
  return p2p_cost(COST_SEND, p2p_bytes(count, type), type);
}

static inline double p2p_recv_cost(MPI_Count bytes, const struct datatype *type)
{
  return p2p_cost(COST_RECV, bytes, type);
}

#endif
