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

struct sighting_list {
  int count, size;
  struct sighting entries[];
};

/* With room for one more. */
static struct sighting_list *grown(struct sighting_list *l)
{
  if (l && l->count < l->size) return l;
  if (l && l->count == LONG) {
    l->count = LONG / 2;
    memmove(l->entries, l->entries + LONG / 2, LONG / 2 * sizeof *l->entries);
    return l;
  }
  int count = l ? l->count : 0, size = l ? 2 * l->size : 2;
  l = xrealloc(l, sizeof *l + size * sizeof *l->entries);
  l->count = count;
  l->size = size;
  return l;
}

bool sighting_add(struct sightings *s, uint32_t version,
                  const struct check_strand *by)
{
  struct sighting new = {version, {by->id, by->now}};
  const struct sighting_list *l = s->list;
  const struct sighting *latest = l ? &l->entries[l->count - 1] : NULL;
  if (!version) return false;
  if (latest && latest->version == version && latest->stamp.strand == by->id)
    return false;
  s->list = grown(s->list);
  s->list->entries[s->list->count++] = new;
  return true;
}

bool sighting_known(const struct sightings *s, uint32_t version,
                    const struct viewer *v)
{
  const struct sighting_list *l = s->list;
  for (int i = l ? l->count - 1 : -1; i >= 0; i--)
    if (l->entries[i].version >= version &&
        viewer_knows(v, l->entries[i].stamp))
      return true;
  return false;
}

void sightings_clear(struct sightings *s)
{
  free(s->list);
  *s = (struct sightings){0};
}
