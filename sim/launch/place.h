/* Which rank runs on which host. */
#ifndef ORIEL_PLACE_H
#define ORIEL_PLACE_H

#include "options.h"
#include "../rank/rank.h"

/* Places for all ranks, in rank order; the caller frees them. A host file that
 * cannot be read, an unknown host, or too few cores end the process with
 * EXIT_USAGE. The platform is loaded. */
struct rank_place *place_ranks(const struct options *);

#endif
