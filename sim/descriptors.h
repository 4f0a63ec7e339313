/* Descriptors of the process, of which a run may need one for each rank. */
#ifndef ORIEL_DESCRIPTORS_H
#define ORIEL_DESCRIPTORS_H

#include <stdbool.h>

/* Let there be as many as the system lets this process have. False: there are.
 */
bool descriptors_raise(void);

/* A duplicate for Oriel's own use, out of the way of those of the ranks, who
 * must not close it: a program may close all that it knows nothing of. -1 and
 * errno, as of dup(). */
int descriptors_keep(int);
bool descriptors_kept(int);
void descriptors_drop(int);

#endif
