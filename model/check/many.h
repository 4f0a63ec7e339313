/* Values that order nothing, since they are too many at once. */
#ifndef ORIEL_CHECK_MANY_H
#define ORIEL_CHECK_MANY_H

#include "history.h"

/* Has any operation updated so many? */
extern bool many_any;
/* The act has updated so many elements there. */
void many_updated(const struct act *, const struct observed_data *memory);
/* The act has fetched what is there. */
void many_fetched(const struct act *, const struct observed_data *memory);
/* Has the strand fetched what another one updated so at this moment of its
 * life, or later? By which call; NULL: it has not. */
const struct caller *many_between(struct stamp, int reader);

#endif
