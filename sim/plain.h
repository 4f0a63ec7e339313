/* --plain: take no short cut.
 *
 * Oriel does some things in a way that takes less time of the host and changes
 * nothing in the simulation. Each such way asks `plain`, and then is not taken;
 * tests run programs both ways and let nothing differ. (Events that fall on one
 * date in spite of all are taken in the order of posting, which is not the
 * same in both.) Invariant: set before the run, by the option alone. */
#ifndef ORIEL_PLAIN_H
#define ORIEL_PLAIN_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)
extern bool plain;
#pragma GCC visibility pop

#endif
