/* What the strands of a rank share, and their waits for each other.
 *
 * Threads wait for threads in first-in-first-out queues, each entry on the
 * stack of who waits; who releases hands over to the first, so that the order
 * of the simulated dates decides, and between equal dates the engine's order
 * of contexts. Waiting takes no core and is not in MPI. Invariant: an entry is
 * in its queue from queue_wait's beginning until it is taken or its date has
 * come. */
#ifndef ORIEL_CREW_H
#define ORIEL_CREW_H

#include "../rank/rank.h"
#include "../../model/hash.h"

#include <math.h>

struct entry;
struct omp;
struct settings;
struct thread;
struct work;

struct crew {
  int cores;             /* the rank's share of those of its host */
  struct work *working;  /* strands that compute: cores.c */
  struct hash threads;   /* of pthread_create */
  unsigned long last_id; /* of these */
  struct counter others; /* threads that have not ended, but main()'s */
  struct omp *omp;
  struct settings *settings; /* process.c's; NULL: none */
  bool tried; /* a lock was tried in vain since the last that was told */
};

/* The crew of self's rank, made when it is first asked for. */
struct crew *crew_self(void);
/* How many cores of its host the strands of one rank have: cores over ranks, at
 * least one. */
int crew_cores(const struct rank *);
/* The first of these: ranks of a host have one share after the other. */
int crew_first_core(const struct rank *);

/* What strands tell the observers: what self did comes before what a strand
 * does that acquires from the object later. An object has several carriers, by
 * number. A rank that never had a second strand and shares no memory with
 * others tells nothing. */
void crew_release(const void *object, uint64_t number);
void crew_acquire(const void *object, uint64_t number);
/* The strand, which has just been started, acquires: told at once, so that
 * observers know of it before its rank goes on. */
void crew_started(const struct strand *, const void *object, uint64_t number);
/* Release, by a strand that has acquired all that was released before. */
void crew_replace(const void *object, uint64_t number);
/* Release, as one of `n` strands that all wait for each other: n release, then
 * n acquire. */
void crew_meet(const void *object, uint64_t number, int n);
void crew_forget(const void *object, uint64_t number);

/* Self is about to take a lock. Who does so again and again while no time
 * passes polls what the lock protects: after some thousand times that takes
 * time, as a poll does. */
void crew_before_lock(void);
/* Self tried in vain to take one: a poll. */
void crew_tried_lock(struct pause);
/* The queue of those that wait for a word, and maybe for others: of all ranks,
 * which may share it. */
struct entry **crew_queue(const void *word);
/* Self waits for one: queue_wait. */
bool crew_wait_lock(struct entry **last, struct entry *, struct pause,
                    double date);
/* Self need not wait, and would not have: a poll that found something. */
void crew_found_lock(double date);
/* Self has released a lock for which nobody waits: that is news for who tried,
 * and, unless self polls as well, for others who poll. */
void crew_after_lock(void);

struct entry {
  struct strand *strand;
  struct counter granted;
  int kind;       /* what is wanted, where there are several things */
  const void *on; /* which, where a queue is for several */
  struct entry *next;
};

/* Queues are known by their last entry, whose `next` is the first; NULL is an
 * empty one. Ranks that share memory share those in it: nobody takes entries of
 * one that has ended with its threads still waiting. `explain` and `about`
 * serve the report of a deadlock. Returns whether somebody has taken the entry.
 * A date that is none (NAN) is not waited for; nor is one that has passed,
 * where the call is a poll. */
bool queue_wait(struct entry **last, struct entry *, struct pause, double date);
/* Why nobody has: ETIMEDOUT, or EINVAL where the date is none. */
int queue_error(double date);
/* The longest waiting; NULL: empty. */
struct entry *queue_oldest(struct entry *last);
/* Take the first out, and wake its strand; NULL: empty. */
struct entry *queue_take(struct entry **last);
/* Take the first that waits on this. */
struct entry *queue_take_on(struct entry **last, const void *on);
void queue_take_all(struct entry **last);
bool queue_has(struct entry *last, int kind);
/* Take the first of this kind. */
struct entry *queue_take_first(struct entry **last, int kind);
/* Take out all of this kind, in their order; how many. */
int queue_take_kind(struct entry **last, int kind);

#endif
