/* Point-to-point messages: matching and the eager and rendezvous protocols.
 *
 * Everything is event-driven: a send or receive is a struct that the caller
 * owns until its `done` is called, on the engine's stack or inside the
 * starting call. Blocking calls, requests and collective schedules all use
 * the same two starts. Matching is O(1) by hash on (receiver, context, source,
 * tag), with lists for wildcards; envelopes match in send order per (sender,
 * receiver, context), whatever carried them. [MPI-4.1 3.5] */
#ifndef ORIEL_P2P_H
#define ORIEL_P2P_H

#include "../net/net.h"
#include "../rank/rank.h"
#include "../../model/datatype/datatype.h"

enum send_mode { SEND_STANDARD, SEND_SYNCHRONOUS, SEND_BUFFERED, SEND_READY };

struct p2p_envelope {
  uint32_t context;
  int source; /* world rank; MPI_ANY_SOURCE in a receive */
  int tag;    /* MPI_ANY_TAG in a receive */
};

struct p2p_send {
  struct p2p_envelope envelope;
  struct rank *to;
  const void *buffer;
  MPI_Count count;
  const struct datatype *type; /* a reference is held until done */
  enum send_mode mode;
  void (*done)(struct p2p_send *); /* the buffer may be reused */
  void *owner;
};

struct p2p_recv {
  struct p2p_envelope envelope;
  struct rank *at; /* the receiver */
  void *buffer;
  MPI_Count count;
  const struct datatype *type;
  void (*done)(struct p2p_recv *);
  void *owner;
  /* results */
  int source; /* world rank */
  int tag;
  MPI_Count bytes;    /* received */
  int error;          /* MPI_ERR_TRUNCATE or 0 */
  bool cancelled;
};

/* Start at `date`; the caller has charged its own overheads. */
void p2p_send_start(struct p2p_send *, double date);
void p2p_recv_start(struct p2p_recv *, double date);
/* Take back a receive that nothing matched; false when it is too late. */
bool p2p_recv_cancel(struct p2p_recv *);

#endif
