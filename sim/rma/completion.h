/* Completions, counted as soon as their dates are known, and who waits.
 *
 * What is known to be complete at a date to come is done at once: who waits
 * waits until none is pending, then for the date, and few completions need an
 * event of their own. Invariant: a wait is in a list of waits exactly while it
 * is for completions. */
#ifndef ORIEL_RMA_COMPLETION_H
#define ORIEL_RMA_COMPLETION_H

#include "../rank/rank.h"

struct peer;
struct rma;

/* Operations that are to complete, one way or the other: so many are pending,
 * the others are done, now or at `date` at the latest. */
struct completion {
  unsigned pending;
  unsigned count; /* a peer's: of operations issued, or applied, so far */
  double date;
};

static inline unsigned completion_pending(const struct completion *c)
{
  return c->pending;
}

/* Who waits for completions, of what one rank has in flight on one window. */
struct waits {
  struct wait *first;
  const struct completion *only; /* what the only one waits for, if that is of
                                    the rank's first strand; or NULL */
};

/* One operation less is pending; it is complete at `date`. */
void completion_last(const struct waits *, const struct completion *);
static inline void completion_done(const struct waits *w, struct completion *c,
                                   double date)
{
  if (c->date < date) c->date = date;
  bool last = --c->pending == 0;
  if (last && w->first && (!w->only || w->only == c)) completion_last(w, c);
}

/* What one call of self waits for: completions, and then, or only, answers to
 * notices. A cache line, which is not on the stack of who waits. */
struct wait {
  struct steps steps; /* pending: the answers that are due */
  union {
    const struct completion *of; /* first */
    double date;                 /* then: of the last of the other answers */
    struct schedule *barrier;    /* then: a fence's */
  };
  struct rma *rma;
  union {
    struct wait *next; /* first: of its list */
    struct strand *by; /* then: who waits */
  };
};
/* A wait that `explain` puts into words, given `about`. `over` is answers_over,
 * or the step that comes first. */
struct wait *wait_new(struct rma *, bool (*over)(struct steps *),
                      void (*explain)(const struct counter *, char *, size_t),
                      const void *about);
static inline struct wait *wait_of(struct steps *s)
{
  return (struct wait *)s;
}
/* Park self until it is over, and let its local time be at least that date. */
void wait_run(struct wait *);
void wait_free(struct wait *);
/* All answers are there. */
bool answers_over(struct steps *);
/* A wait that is first for all completions of a peer, or (NULL) of all, that
 * the origin learns of by itself; known_over() says when that part is over. */
struct wait *wait_for_known(bool (*over)(struct steps *), struct rma *,
                            const struct peer *);
bool known_over(struct wait *, const struct peer *);
bool all_known(struct steps *); /* of all: over */
/* From then on the wait is for answers, explained so. */
void wait_for_answers(struct wait *,
                      void (*explain)(const struct counter *, char *, size_t));
/* Wait for local completion, of a peer's operations or (NULL) of all. */
void rma_wait_local(struct rma *, const struct peer *);
/* Wait for all completions, at all targets, that the origin learns of by
 * itself. */
void rma_wait_known(struct rma *);
/* Until nothing of the rank's own is under way: the window goes. */
void rma_wait_idle(struct rma *);

#endif
