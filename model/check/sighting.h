/* Sightings: who saw how far the updates of a place had come.
 *
 * Updates of a place are numbered as they are applied; a strand that sees the
 * value knows that all updates up to that number are over, and so does who
 * hears of it. This is looked up only where an update meets an access that is
 * not atomic, so sightings are kept as they come, and fewer of long ago. */
#ifndef ORIEL_CHECK_SIGHTING_H
#define ORIEL_CHECK_SIGHTING_H

#include "strand.h"

struct sighting_list;

struct sightings {
  uint32_t version; /* updates so far */
  struct sighting_list *list;
};

/* Has it seen no version as late as the latest one? */
bool sighting_is_new(const struct sightings *, const struct check_strand *);
/* The strand, from now on, has seen this version. False: as is noted, or there
 * was no update. */
bool sighting_add(struct sightings *, uint32_t version,
                  const struct check_strand *);
/* Does the viewer know of somebody who saw it, or a later one? */
bool sighting_known(const struct sightings *, uint32_t version,
                    const struct viewer *);
void sightings_clear(struct sightings *);

#endif
