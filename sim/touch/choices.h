/* What a loop chooses, and whether that decides how it goes on.
 *
 * Compilers write a branch without one: by conditional moves, setcc, adc and
 * sbb. Where what is chosen reaches an address or the loop's end, the loop may
 * wait for it; where it is but counted, it does not. A number that is loaded
 * says so itself if it comes to where the next look is: i += word[i]. */
#ifndef ORIEL_CHOICES_H
#define ORIEL_CHOICES_H

#include "paths.h"

/* Of the loop around the site that paths_around has marked, which goes round
 * one way only. True also where that cannot be told, if it chooses anything. */
bool choices_decide(const struct paths *, const void *site);

#endif
