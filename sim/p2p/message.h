/* A message in flight, between p2p.c, which brings it to its match, wild.c,
 * which finds its receive where there are wildcards, and deliver.c, which moves
 * its data. */
#ifndef ORIEL_MESSAGE_H
#define ORIEL_MESSAGE_H

#include "../../model/pool.h"
#include "../net/net.h"
#include "p2p.h"

enum {
  PATTERNS = 4, /* that match an envelope */
  SHORT = 24,   /* bytes of a payload that is part of its message */
};

/* Its envelope is under way (in its channel, or alone, in none); it has
 * arrived; it is kept until a receive comes; it has one. */
enum stage {
  MESSAGE_SENT,
  MESSAGE_ALONE,
  MESSAGE_HERE,
  MESSAGE_KEPT,
  MESSAGE_TAKEN
};

/* What travels: nothing, or the sender's buffer; a copy, short or long. */
enum load { LOAD_NONE, LOAD_SHORT, LOAD_LONG };

/* Two cache lines, for its way and for its turn, are all that there is of a
 * plain message: one that is sent by name, and at once, so that its sender is
 * done. */
struct message {
  struct net_message net;

  union {
    struct queued place; /* in its channel; then, by name, among those kept */
    struct {
      struct table_node *chain;
      struct p2p_envelope envelope; /* but its tag is that of the place */
      int to;                       /* world rank */
    };
  };
  int tag;
  uint8_t stage, load;
  bool rendezvous, plain;
  union {
    char inside[SHORT];
    void *payload;
  };

  struct p2p_recv *recv;       /* once it has one */
  struct p2p_send *send;       /* NULL once it is done */
  const struct datatype *type; /* the sender's */
  const void *buffer;          /* the sender's */
  MPI_Count count, bytes;
  const struct datatype *copied; /* as in p2p_send, with a reference */
  MPI_Count copied_count;
  enum send_mode mode;
  bool cancelled;
  struct match_link links[PATTERNS]; /* where it waits for a receive */
  uint64_t number;                   /* if somebody hears of order */
  struct observed_end by; /* the sender's, if somebody hears of matches */
  struct service service;
};

enum { MESSAGE_PLAIN = offsetof(struct message, recv) };
_Static_assert(MESSAGE_PLAIN == 2 * POOL_LINE,
               "a plain message is two cache lines");
_Static_assert(offsetof(struct p2p_recv, at) ==
                   offsetof(struct p2p_recv, name.to),
               "a receive is named by its envelope");

/* Contexts of collectives know no wildcards. */
static inline bool by_name(const struct p2p_envelope *e)
{
  return e->context % 2;
}

static inline MPI_Count message_bytes(const struct message *m)
{
  return m->plain ? (MPI_Count)m->net.bytes : m->bytes;
}

/* p2p.c: nobody asks for it any more. */
void message_free(struct message *);

/* deliver.c: the two belong together; both will be done. */
void message_deliver(struct message *, struct p2p_recv *);
/* Move the data, as much as fits. */
void message_copy(struct message *, struct p2p_recv *);
/* The copy of a buffered send has left: it is done at that date. */
void p2p_copy_injected(struct net_message *, double date);
/* The send of a message is done, if it was not; a receive is done. Either may
 * be gone after that. */
void p2p_send_done(struct message *);
void p2p_recv_done(struct p2p_recv *);

/* wild.c: the matching receive that was posted first, taken from its queue, or
 * NULL. */
struct p2p_recv *wild_take_posted(const struct message *);
/* Let a receive wait in the queue of its pattern. */
void wild_post(struct p2p_recv *);
/* The message that the receive gets, or NULL; it stays where it is. */
struct message *wild_find(const struct p2p_recv *);
/* One that is there, and would be for who asks for this with another tag or,
 * else, from another rank; NULL: none. */
const struct message *wild_like(int to, const struct p2p_envelope *);
/* Let a message wait in the queues of its patterns; take it out of them. */
void wild_keep(struct message *);
void wild_take(struct message *);

#endif
