/* Who makes the copies of a window's memory alike, and who must not rely on
 * that. */
#ifndef RACES_COPIES_H
#define RACES_COPIES_H

#include "order.h"

enum copies { PUBLIC_COPY = 1, OWN_COPY = 2 };

/* The rank's call at that moment brings what is known there into the window's
 * copy. */
void copies_made_alike(int rank, int window, int at, enum copies);
/* Do these two need that, or more of it? */
bool copies_conflict(const struct access *, const struct access *);

#endif
