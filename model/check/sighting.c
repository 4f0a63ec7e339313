/* Sightings, in a list that forgets the older half when it is long. */
#include "sighting.h"

#include "../memory.h"

#include <stdlib.h>
#include <string.h>

enum { LONG = 8192 };

struct sighting {
  uint32_t version;
  struct stamp stamp;
};

void sighting_add(struct sightings *s, uint32_t version,
                  const struct check_strand *by)
{
  struct sighting new = {version, {by->id, by->now}};
  const struct sighting *latest = s->count ? &s->list[s->count - 1] : NULL;
  if (!version) return;
  if (latest && latest->version == version && latest->stamp.strand == by->id)
    return;
  if (s->count == LONG) {
    memmove(s->list, s->list + LONG / 2, LONG / 2 * sizeof *s->list);
    s->count = LONG / 2;
  }
  if (s->count == s->size) {
    s->size = s->size ? 2 * s->size : 2;
    s->list = xrealloc(s->list, s->size * sizeof *s->list);
  }
  s->list[s->count++] = new;
}

bool sighting_known(const struct sightings *s, uint32_t version,
                    const struct viewer *v)
{
  for (int i = s->count - 1; i >= 0; i--)
    if (s->list[i].version >= version && viewer_knows(v, s->list[i].stamp))
      return true;
  return false;
}

void sightings_clear(struct sightings *s)
{
  free(s->list);
  *s = (struct sightings){0};
}
