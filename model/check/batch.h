/* Batches of operations that complete together: who completes them, and when.
 */
#ifndef ORIEL_CHECK_BATCH_H
#define ORIEL_CHECK_BATCH_H

#include "history.h"
#include "spot.h"

/* That of an operation which is issued now, and accesses so many buffers. */
struct batch *batch_current(const struct observed_issue *, int buffers);
/* Pend operations between these two: begun, and not over at the target? */
bool batch_pending(const struct observed_completion *);
/* Of all that pends and no request is to complete, the operation that was
 * issued first. False: nothing. */
struct batch_first {
  struct spot by;
  int target;
};
bool batch_first(const struct window_view *origin, struct batch_first *);
/* All kinds but OBSERVED_REQUEST. */
void batch_complete(const struct observed_completion *);
/* It is complete at the origin, for the first time; so many buffers are over.
 */
void batch_locally(struct batch *, int buffers, struct completion *);
/* Nothing is to come of it; it may be so complete or not. */
void batch_drop(struct batch *, int buffers, int rank);
/* The view is gone. */
void batch_forget(const struct window_view *);

#endif
