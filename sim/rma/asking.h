/* Asking in vain: operations that bring back what they brought before, and
 * change nothing, again and again. (asking.c) */
#ifndef ORIEL_RMA_ASKING_H
#define ORIEL_RMA_ASKING_H

#include "operation.h"

/* How many answers pass before one is looked at. */
#pragma GCC visibility push(hidden)
extern unsigned asking_unwatched;
#pragma GCC visibility pop

/* What an operation fetched is in its buffer. */
void asking_judge(const struct operation *);
static inline void asking_answered(const struct operation *o)
{
  if (--asking_unwatched == 0) asking_judge(o);
}

/* Before and after an operation writes, while anybody looks on: has it changed
 * anything? The second takes what the first returned. */
void *asking_before(const struct operation *);
bool asking_changed(const struct operation *, void *before);

/* Self made a poll that found nothing. */
void asking_polled(void);

/* Is the operation one that is done again and again in vain? */
bool asking_in_vain(const void *operation);
bool asking_service_in_vain(const void *service); /* by that of one */

/* When each that is not blocked has asked so often in vain, and nothing else is
 * to come, give up; which does not return. */
void asking_limit(unsigned long patience, void (*give_up)(void));
/* After that, in words: what the strand asks, "MPI_Get finds nothing new ...".
 * False: nothing. */
bool asking_explain(const struct strand *, const void **site, char *text,
                    size_t size);
/* And whether some of them write and take it back: what one does may be why
 * another finds nothing. */
bool asking_circles(void);

#endif
