/* Places: how many flows contend for a link at a time; the others wait.
 *
 * A flow takes one at both ends of its route, or waits at both, without one:
 * first come first served among those that can go. */
#ifndef ORIEL_PLACES_H
#define ORIEL_PLACES_H

#include <stdbool.h>

/* By link, numbered from 0 on: all are free. */
void places_open(int links);

/* Take a place of both links; false: `flow` waits for them. */
bool places_take(int first, int last, void *flow);

/* One of each is free again: `next` is who goes and has places now, the one
 * that came first before the other; NULL: nobody. */
void places_free(int first, int last, void *next[2]);

#endif
