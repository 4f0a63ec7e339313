/* A list of growths. Invariant: all that is said of a place is true of it. */
#include "growth.h"

static bool meets(const struct growth *g, struct flow_place p, size_t size)
{
  if (g->place.memory != p.memory) return false;
  if (!p.memory) return g->place.at == p.at;
  return g->place.at - p.at < size || p.at - g->place.at < g->size;
}

void growths_drop(struct growths *gs, struct flow_place p, size_t size)
{
  for (int i = gs->count - 1; i >= 0; i--)
    if (meets(&gs->list[i], p, size)) gs->list[i] = gs->list[--gs->count];
}

void growths_add(struct growths *gs, struct growth g)
{
  if (gs->count < GROWTHS) gs->list[gs->count++] = g;
}

struct growth *growths_find(struct growths *gs, struct flow_place p,
                            uint8_t size)
{
  for (int i = 0; i < gs->count; i++) {
    struct growth *g = &gs->list[i];
    if (g->place.memory == p.memory && g->place.at == p.at && g->size >= size)
      return g;
  }
  return NULL;
}
