/* A schedule: one rank's part of one collective, made round by round.
 *
 * An algorithm is a list of stages; a stage is a function that is called for
 * round 0, 1, 2, ... and emits the steps of that round: receives, sends,
 * copies, combinations. The steps of a round start together, in the order in
 * which they are emitted, and the next round is asked for when all are done;
 * so what depends on a receive or a combination belongs in a later round.
 * A stage that ends may name those that follow, in s->stages.
 * Nothing is kept of rounds that are over: an idle schedule is this struct.
 *
 * Time: `time` is the CPU's, at or after the engine's. A send adds o_send to
 * it before it leaves, a receive o_recv when it is complete, a combination
 * bytes/combine, a copy bytes/copy.
 *
 * Rounds follow each other by events, whatever the rank does meanwhile; under
 * `weak` progress only while it is in MPI.
 *
 * Invariant: messages travel on the communicator's context + 1 with a tag
 * made of the collective's number and kind, so that two collectives never
 * share a message, and ranks that call different ones wait for ever instead
 * of exchanging nonsense. In that of Oriel's own exchanges is the function that
 * makes it, too. */
#ifndef ORIEL_SCHEDULE_H
#define ORIEL_SCHEDULE_H

#include "../../model/comm/comm.h"
#include "../../model/datatype/datatype.h"
#include "../../model/op/op.h"
#include "../p2p/match.h"
#include "../rank/rank.h"

enum collective {
  COLL_BARRIER,
  COLL_FENCE,    /* a barrier which only its like meets, ... */
  COLL_FINALIZE, /* ... and this, whatever came before it */
  COLL_EXCHANGE,
  COLL_BCAST,
  COLL_GATHER,
  COLL_GATHERV,
  COLL_SCATTER,
  COLL_SCATTERV,
  COLL_ALLGATHER,
  COLL_ALLGATHERV,
  COLL_ALLTOALL,
  COLL_ALLTOALLV,
  COLL_ALLTOALLW,
  COLL_REDUCE,
  COLL_ALLREDUCE,
  COLL_REDUCE_SCATTER,
  COLL_REDUCE_SCATTER_BLOCK,
  COLL_SCAN,
  COLL_EXSCAN,
  COLL_NEIGHBOR_ALLGATHER,
  COLL_NEIGHBOR_ALLGATHERV,
  COLL_NEIGHBOR_ALLTOALL,
  COLL_NEIGHBOR_ALLTOALLV,
  COLL_NEIGHBOR_ALLTOALLW,
  COLLECTIVES
};

struct schedule;
struct step;

/* Emit the steps of round s->round; false when the stage has no more. */
typedef bool stage_round(struct schedule *s);

struct schedule {
  /* What each step needs, in one cache line. */
  struct comm *comm;          /* the view's */
  stage_round *const *stages; /* the current one and those after it; NULL */
  double time;
  int rank, size;               /* in the communicator, of its local group */
  struct p2p_envelope envelope; /* of what it sends */
  int round;                    /* of the current stage */
  int pending; /* steps of the round that are not done, + 1 while it is made */
  int awaits;  /* the rank whose message was asked for last, for reports */
  bool awaits_remote;
  bool remote;     /* peers of steps are ranks of the remote group */
  bool ordered;    /* receives of one peer match in the order of their steps */
  bool received;   /* by a reduction, whose next round combines it */
  uint32_t number; /* of the collective, on this communicator */

  /* What the end of the call needs, in one more. */
  struct rank *owner;
  void (*done)(struct schedule *);
  struct counter *waiter; /* of a blocking run: where its rank waits, */
  struct counter counter; /* which is here, or part of a longer wait */
  struct comm_view *view;
  enum collective kind;
  /* A message that was not of the size this rank expects; misfit is -1. */
  int misfit; /* its sender */
  /* Under --coll=model, see step.h. */
  struct step *ended; /* steps of this round that are done */
  double ahead;     /* the time there of those of this round that asked first */
  const char *call; /* the function that makes it; NULL: the collective's own */
  struct service service; /* the next round, under `weak` progress */
  MPI_Count misfit_bytes, misfit_expected;
  double out_free, in_free;    /* by the model: its messages take turns there */
  struct schedule *next_ready; /* in the list of those whose round is over */
};

/* Prepare the next collective on this communicator; `stages` end with NULL.
 * Takes the number: every member must come here in the same order. */
void schedule_init(struct schedule *, struct comm_view *, enum collective,
                   stage_round *const *stages);
/* Back to the beginning, to be run once more with the same number. */
void schedule_rewind(struct schedule *);
/* Run it from s->time on, which both set to the local time of self: `done` is
 * called when all rounds are, on the engine's stack, the owner's, or inside
 * this call; the date is s->time then, maybe ahead. */
void schedule_start(struct schedule *, void (*done)(struct schedule *));
/* Run it and park self until it is done. */
void schedule_run(struct schedule *);
/* The same in parts, for a wait that goes on with it: begin, in a turn of self;
 * it is done when nothing pends; then, self goes on. */
void schedule_begin(struct schedule *, struct counter *);
void schedule_end(const struct schedule *);
/* After it ran: 0, or a fault's class when a message did not fit. */
int schedule_fault(const struct schedule *);
/* What a running one waits for, for deadlock reports; what a blocking run does,
 * by its counter. (awaited.c) */
void schedule_explain(const struct schedule *, char *text, size_t size);
void schedule_explain_wait(const struct counter *, char *text, size_t size);
/* The communicator of that; NULL: it is nothing of that kind. */
const struct comm *schedule_waits_on(const struct counter *);
/* "the MPI_Bcast of rank 3": moving.h. */
struct moved;
void schedule_name(const void *schedule, struct moved *);

/* The steps. Peers are ranks in the communicator. Type NULL: `count` bytes
 * that cost time but are not there. */
void schedule_send(struct schedule *, int peer, const void *, MPI_Count count,
                   const struct datatype *);
void schedule_recv(struct schedule *, int peer, void *, MPI_Count count,
                   const struct datatype *);
void schedule_copy(struct schedule *, void *to, MPI_Count to_count,
                   const struct datatype *to_type, const void *from,
                   MPI_Count from_count, const struct datatype *from_type);
/* Under --coll=model, what all members do: in round k, one message of 2^k times
 * the member's bytes (no more than all others have) to the rank 2^k further up
 * or down. */
void schedule_together(struct schedule *, MPI_Count bytes, bool up);
/* inout = in op inout, elementwise. `handle` names the type in the rank's
 * table, for a user's function. */
void schedule_combine(struct schedule *, const struct op *, MPI_Datatype handle,
                      const struct datatype *, const void *in, void *inout,
                      MPI_Count count);

/* Does the round that is being made wait for a step already, a combination by a
 * user's function? Then it is over here, and will be asked for once more. */
static inline bool schedule_waits(struct schedule *s)
{
  if (s->pending == 1) return false;
  s->round--;
  return true;
}

/* What a barrier does, for who agrees on something meanwhile. */
stage_round *const *barrier_stages(void);

#endif
