/* Batches of operations that complete together: who completes them, and when.
 */
#ifndef ORIEL_CHECK_BATCH_H
#define ORIEL_CHECK_BATCH_H

#include "history.h"

/* That of operations which are issued now to this rank of the window. */
struct batch *batch_current(const struct window_view *origin, int target);
/* All kinds but OBSERVED_REQUEST. */
void batch_complete(const struct observed_completion *);
/* The view is gone. */
void batch_forget(const struct window_view *);

#endif
