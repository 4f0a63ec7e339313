/* What the observers are told of order. (told.c) */
#ifndef ORIEL_RMA_TOLD_H
#define ORIEL_RMA_TOLD_H

#include "operation.h"

/* Does anybody want to know of locks and admissions? */
static inline bool told_heard(void)
{
  return observers_hear.order || observers_hear.admission;
}
/* Self's operations are complete; p NULL: at all targets. */
void told_flush(struct rma *, struct peer *);
void told_flush_local(const struct rma *, struct peer *);
/* Self has what a request-based operation fetched from there. */
void told_fetched(struct peer *);
/* What was stored, or has been fetched, is public before others know. */
void told_fence_enter(const struct rma *);
void told_fence_leave(struct rma *);
void told_post(struct peer *to);
/* A complete, to all its targets; then that what went there is complete. */
void told_complete(struct peer *to);
void told_completed(const struct rma *, struct peer *to);
/* Only if somebody hears of order. */
void told_waited(struct peer *from);
/* A lock call of self's is over; `there`: the standard says that the lock is
 * held by then, too. */
void told_locked(struct peer *, int type, bool there);
/* The lock is given back, by a call that waits until that is done. */
void told_unlocked(struct peer *, int type, const struct wait *done);
/* Ask for what telling of that will touch, in the stages of foresight.h. */
void told_unlock_foreseen(struct peer *, const struct wait *done, int stage);
/* Straight after its issue: what it comes after. */
void told_issued_heard(struct operation *);
static inline void told_issued(struct operation *o)
{
  if (told_heard()) told_issued_heard(o);
}
/* An operation that had to wait has the post, or the lock, now. */
void told_admitted_heard(struct operation *);
static inline void told_admitted(struct operation *o)
{
  if (observers_hear.admission && o->waits) told_admitted_heard(o);
}
/* The window goes: nobody will acquire any more. */
void told_window_end(struct window *);

#endif
