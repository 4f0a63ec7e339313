/* What a rank with threads has issued to one target, until all of its threads
 * know that it is complete. */
#ifndef ORIEL_CHECK_DONE_H
#define ORIEL_CHECK_DONE_H

#include "history.h"

struct done;

/* *d may be NULL: there are none. Takes the reference. What its operations
 * access at the origin, `buffers`, is not over unless it is locally complete;
 * a strand that knows `last` knows of all of them. */
void done_add(struct done **d, struct batch *, struct stamp last, int buffers);
/* The strand of the completion completes what it knows of: here or, remotely,
 * there too. */
void done_learn(struct done **d, struct completion *, bool remotely);
/* All that is not complete there, chained, and here complete from now on. */
struct batch *done_take(struct done **d, struct completion *);
/* They are of that rank. */
void done_forget(struct done **d, int rank);

#endif
