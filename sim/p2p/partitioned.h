/* Partitioned messages: pairing of the two sides, and their parts.
 * [MPI-4.1 4.2]
 *
 * Each partition of the sender is a message of its own, sent when it is ready,
 * on the communicator's context + 1 with a tag that the sender made when it
 * was initialised. The sides are paired by the order of their initialisation;
 * a receiver learns then what messages to expect, however its own partitions
 * are cut, and posts them whenever it is started. Invariant: what a receiver
 * must know of a side waits until the other comes, and no key has both sides
 * waiting. */
#ifndef ORIEL_PARTITIONED_H
#define ORIEL_PARTITIONED_H

#include "p2p.h"

struct half;

struct partition {
  union {
    struct p2p_send send;
    struct p2p_recv recv;
  };
  struct partitioned *of;
  MPI_Count at; /* where its bytes begin in the packed stream */
  bool ready;   /* sender's: MPI_Pready was called */
  bool done;    /* this time */
};

struct partitioned {
  /* Given by the caller, who keeps the references. */
  bool sends;
  uint32_t context; /* of the communicator */
  int from, to;     /* world ranks */
  int tag;
  char *buffer;
  int count;          /* of own partitions */
  MPI_Count elements; /* in each */
  const struct datatype *type;
  MPI_Count fit; /* bytes that a receiver's buffer has memory for, as far as is
                    known */
  void (*done)(struct partitioned *); /* all parts of this time are */

  int first_tag;          /* of the messages */
  int parts;              /* messages: the sender's partitions */
  MPI_Count part_bytes;   /* of each */
  struct partition *part; /* NULL: a receiver that is not paired yet */
  bool started;
  int pending;
  int error;
  double since;      /* date of the start */
  double cost;       /* CPU time of what has come and nobody paid for yet */
  char *staged;      /* received packed; NULL: straight into the buffer */
  struct half *half; /* NULL: paired */
};

/* Find the other side or wait for it; on the stack of self. */
void partitioned_open(struct partitioned *);
void partitioned_close(struct partitioned *);
/* Once more, at the local time of self. */
void partitioned_start(struct partitioned *);
/* The sender's partition may go. */
void partitioned_ready(struct partitioned *, int partition);
/* The sender's parts, [first, end), that have bytes of the receiver's
 * partition. */
struct part_range {
  MPI_Count first, end;
};
struct part_range partitioned_range(const struct partitioned *, int partition);
/* Has everything of the receiver's partition come? */
bool partitioned_arrived(const struct partitioned *, int partition);

/* Bytes of one own partition. */
static inline MPI_Count partitioned_bytes(const struct partitioned *p)
{
  return p2p_bytes(p->elements, p->type);
}
/* Of all. */
static inline MPI_Count partitioned_room(const struct partitioned *p)
{
  return p->count * partitioned_bytes(p);
}

#endif
