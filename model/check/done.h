/* Batches that are complete, of one origin with threads and one target. */
#ifndef ORIEL_CHECK_DONE_H
#define ORIEL_CHECK_DONE_H

#include "history.h"

struct done;

/* *d may be NULL: there are none. Takes the reference. */
void done_add(struct done **d, struct batch *);
/* The strand of the completion learns of all that is there. */
void done_learn(struct done **d, struct completion *);
/* Of their local completion only. */
void done_learn_here(struct done *, struct completion *);
void done_forget(struct done **d);

#endif
