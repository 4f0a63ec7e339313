/* Events in vain: those to come that belong to what ranks do again and again
 * without any effect, so that somebody can know that nothing else is to come.
 *
 * Whoever posts events of a function says how to tell from their argument.
 * Invariant: what nobody knows to be in vain is not. */
#ifndef ORIEL_VAIN_H
#define ORIEL_VAIN_H

#include <stdbool.h>

/* Let this tell of the arguments of f. Before the run. */
void vain_add(void (*f)(void *), bool (*tells)(const void *arg));
/* Tells that they always are. */
bool vain_always(const void *arg);
bool vain_event(void (*f)(void *), const void *arg);

#endif
