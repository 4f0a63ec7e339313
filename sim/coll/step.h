/* Steps: what schedule.c has of the rounds that are under way, and the two ways
 * in which a step is carried out: by messages, or, under --coll=model, by dates
 * (model.c, together.c).
 *
 * Invariant: a step belongs to one round of one schedule, from when it is made
 * until it is done; its schedule goes on when all steps of the round are. */
#ifndef ORIEL_STEP_H
#define ORIEL_STEP_H

#include "../p2p/p2p.h"
#include "schedule.h"

/* A message of a round, or the call of a user's operator. (Of a short message
 * there is less: schedule.c.) */
struct step {
  struct schedule *schedule;
  union {
    struct p2p_send send;
    struct p2p_recv recv;
    struct combination {
      const struct op *op;
      MPI_Datatype handle;
      const struct datatype *type;
      const void *in;
      void *inout;
      MPI_Count count;
      double cost;
    } combination;
  };
  /* Under --coll=model. */
  struct step *next; /* of those that have ended */
  double date, cpu;  /* of step_ends; until then, of a receive: when it began */
  double ahead;      /* of a send: as its schedule's, when it was sent */
  int from;          /* a receive that has ended: the host of its sender; -1 */
};

/* Under --coll=model: it is done at a date that may be ahead of the clock, and
 * the CPU then takes so long; of a receive, that date is the one at which the
 * head of its message has come from `host`. The schedule goes on inside
 * steps_run (schedule.c). */
void step_ends(struct step *, double date, double cpu);
void step_lands(struct step *, int host, double head, double cpu);
/* The same, of a message that was sent before the receive began: the CPU takes
 * it at once if it is there already, before what the round sends. */
void step_found(struct step *, int host, double head, double cpu);
/* A message is longer or shorter than its receive: the first of a schedule. */
void step_misfit(struct schedule *, int source, MPI_Count bytes,
                 MPI_Count expected);
/* A receive of a schedule, its owner, got a message of so many bytes; what the
 * CPU pays. */
static inline double step_received(struct p2p_recv *r, int source,
                                   MPI_Count bytes)
{
  MPI_Count expected = p2p_bytes(r->count, r->type);
  r->bytes = bytes;
  if (bytes != expected) step_misfit(r->owner, source, bytes, expected);
  return p2p_recv_cost(bytes, r->type);
}

/* A send, of which the CPU is ready at `date`; a receive that begins then.
 * (model.c) */
void model_send(struct step *, double date);
void model_recv(struct step *, double date);
/* This member has come, at s->time, and its round pends; when all have, their
 * dates follow. Messages go up the ranks, or down. (together.c) */
void together_join(struct schedule *s, MPI_Count bytes, bool up);
void together_ends(struct schedule *s, double date);
/* The first member that has not joined; -1. */
int together_absent(const struct schedule *);

#endif
