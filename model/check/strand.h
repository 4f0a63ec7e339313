/* The checker's strands: what each of them knows of the others.
 *
 * `now` is the tick at which its next acts are stamped; a release publishes it
 * and begins the next one. Invariant: what a strand itself did it knows. */
#ifndef ORIEL_CHECK_STRAND_H
#define ORIEL_CHECK_STRAND_H

#include "../observer.h"
#include "clock.h"
#include "options.h"

/* Are loads and stores seen? */
void strand_open(const struct check_options *);
/* Do all threads of a rank count as one strand? Asked when it has several. */
bool strands_are_one(void);

/* What each event needs fits a cache line. */
struct check_strand {
  _Alignas(64) int id; /* of all strands, in the order in which they were first
                          seen */
  int rank, number, use;
  uint32_t now;
  uint32_t synced_at; /* its last call of MPI_Win_sync, one of several ... */
  struct clock past;  /* of the others */
  bool several;       /* the rank's first one: it has other numbers */
  struct check_strand *others; /* uses of the number, the last first */
  struct polling *polling;     /* looks.c's; NULL: it has never polled */
  uint32_t synced_from;        /* ... of which this was the first */
  uint32_t begun; /* this use; what was before is another thread's */
  uint32_t did;   /* strand_does() */
  /* Between the calls of MPI_Win_sync since `row_from` it told nothing else. */
  uint32_t row_from, row_to;
  struct look *looks; /* looks.c's */
  struct scan *scan;  /* scan.c's; NULL: none yet */
};

/* The first one of each rank lies in a table, in parts that stay where they
 * are; all zero: none. */
enum { CHECK_PART = 64 };
#pragma GCC visibility push(hidden)
extern struct check_strands {
  struct check_strand **parts;
  unsigned count;
} check_firsts;
#pragma GCC visibility pop
/* NULL: there is no such part. */
static inline struct check_strand *check_first(int rank)
{
  unsigned k = (unsigned)rank / CHECK_PART;
  if (k >= check_firsts.count || !check_firsts.parts[k]) return NULL;
  return &check_firsts.parts[k][(unsigned)rank % CHECK_PART];
}

struct check_strand *check_strand_at(int rank, int number, int use);
/* By its parts, as the event was written: who reads two of them at once waits
 * until they have left the processor for the cache. */
static inline struct check_strand *check_strand(struct observed_strand who)
{
  struct check_strand *s = check_first(who.rank);
  bool first = s && s->now && s->number == who.number && s->use == who.use;
  return first ? s : check_strand_at(who.rank, who.number, who.use);
}
struct check_strand *check_strand_of(int id);
int strand_count(void); /* their ids are below */

/* Has it told others nothing since, but for calls of MPI_Win_sync? */
static inline bool strand_is_at(const struct check_strand *s, uint32_t tick)
{
  return tick == s->now || (s->row_to == s->now && tick >= s->row_from);
}

/* It accesses, completes or learns something: who knows of its last such moment
 * knows all of it, though it has told more since. Of a rank's first strand,
 * which does not end, nobody asks that. */
static inline void strand_does(struct check_strand *s)
{
  if (s->number) s->did = s->now;
}

/* Has the rank one strand only, as far as was seen? */
bool strand_alone(int rank);

/* Ask for what events of the rank's first strand touch, in two stages. */
void strand_foresee(int rank, int stage);

/* What came through a carrier; `past` NULL: nothing. */
struct carried {
  const struct clock *past;
  struct stamp own; /* a later moment of who released last */
};

/* Whose knowledge decides what came before: that of a strand now, or, for an
 * operation that waited, of a moment, and what came through what it follows. */
struct viewer {
  struct stamp own;
  const struct clock *past;
  struct carried after;
};
struct viewer strand_viewer(const struct check_strand *);
bool viewer_knows(const struct viewer *, struct stamp);

/* Is the strand another use of its number than those that were seen? Then its
 * first event follows what came through a carrier. If that knows all that an
 * earlier use did, as when that thread was joined, it goes on as that one: so
 * strands are as many as threads that nothing orders. */
bool strand_is_new(struct observed_strand);
void strand_begins(struct observed_strand, struct carried after);

/* The carrier of an event of order. */
void carrier_release(struct check_strand *, const struct observed_order *);
void carrier_acquire(struct check_strand *, const struct observed_order *);
void carrier_pass(const struct observed_order *);
void carrier_forget(struct observed_carrier);
/* The strand stores there, and releases nothing: forget what others did. */
void carrier_go_on(const struct check_strand *, struct observed_carrier);
/* What was released to it. */
struct carried carrier_past(struct observed_carrier);

#endif
