/* Sightings, in lists that are thinned when they are long.
 *
 * Most places are looked at by one strand, again and again: of what it saw long
 * ago two sightings become one, as if it had seen the later version when it saw
 * the earlier one. So no order is forgotten; of an update in between a conflict
 * may be missed. Of several strands the older half goes; those that look in
 * turn and do nothing else are there once each. */
#include "sighting.h"

#include "../pool.h"

#include <string.h>

enum { LONG = 8192, LONG_OF_ONE = 256, LOOK_BACK = 8 };

struct sighting {
  uint32_t version;
  struct stamp stamp;
};

struct sighting_list {
  int count, size;
  bool several; /* strands */
  struct sighting entries[];
};

/* Results may come in another order than that of the updates. */
static uint32_t later(uint32_t a, uint32_t b)
{
  return a > b ? a : b;
}

static void thin(struct sighting_list *l)
{
  struct sighting *s = l->entries;
  int half = l->count / 2, kept = 0;
  for (int i = 1; !l->several && i < half; i += 2)
    s[kept++] = (struct sighting){later(s[i - 1].version, s[i].version),
                                  s[i - 1].stamp};
  memmove(s + kept, s + half, (l->count - half) * sizeof *s);
  l->count += kept - half;
}

static size_t bytes_of(int size)
{
  return sizeof(struct sighting_list) + (size_t)size * sizeof(struct sighting);
}

static struct sighting_list *list_new(int least)
{
  size_t bytes = pool_bytes(bytes_of(least));
  int size = (int)((bytes - bytes_of(0)) / sizeof(struct sighting));
  struct sighting_list *l = pool_take_bytes(bytes);
  *l = (struct sighting_list){0, size, false};
  return l;
}

static void list_free(struct sighting_list *l)
{
  if (l) pool_give_bytes(l, bytes_of(l->size));
}

/* What the strand saw at this moment of its life: if that is among the last, as
 * where some strands look in turn, it need not be kept once more. */
static struct sighting *seen_now(struct sighting_list *l,
                                 const struct check_strand *by)
{
  int i = l ? l->count : 0, last = i > LOOK_BACK ? i - LOOK_BACK : 0;
  while (i-- > last)
    if (l->entries[i].stamp.strand == by->id)
      return l->entries[i].stamp.tick == by->now ? &l->entries[i] : NULL;
  return NULL;
}

/* With room for one more. */
static struct sighting_list *grown(struct sighting_list *l)
{
  if (!l) return list_new(1);
  if (l->count >= (l->several ? LONG : LONG_OF_ONE)) thin(l);
  if (l->count < l->size) return l;
  struct sighting_list *new = list_new(2 * l->size);
  new->count = l->count;
  new->several = l->several;
  memcpy(new->entries, l->entries, l->count * sizeof *l->entries);
  list_free(l);
  return new;
}

bool sighting_is_new(const struct sightings *s, const struct check_strand *by)
{
  struct viewer v = strand_viewer(by);
  return s->version && !sighting_known(s, s->version, &v);
}

bool sighting_add(struct sightings *s, uint32_t version,
                  const struct check_strand *by)
{
  struct sighting new = {version, {by->id, by->now}};
  struct sighting *latest =
      s->list ? &s->list->entries[s->list->count - 1] : NULL;
  bool same = latest && latest->stamp.strand == by->id;
  if (!version || (same && latest->version == version)) return false;
  struct sighting *now = seen_now(s->list, by);
  if (now) {
    now->version = later(now->version, version);
    return true;
  }
  bool several = latest && !same;
  s->list = grown(s->list);
  s->list->several |= several;
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
  list_free(s->list);
  *s = (struct sightings){0};
}
