/* Names for reports. Invariant: they hold no addresses. */
#include "label.h"

#include "../window/window.h"

#include <stdio.h>

const char *comm_label(const struct comm_view *v, char *text, size_t size)
{
  struct group *sides[2];
  comm_sides(v->comm, sides);
  if (v->name && *v->name)
    snprintf(text, size, "communicator \"%s\"", v->name);
  else if (v->comm->file)
    snprintf(text, size, "file \"%s\"", v->comm->file);
  else if (v->handle == MPI_COMM_WORLD)
    snprintf(text, size, "MPI_COMM_WORLD");
  else if (v->comm->remote)
    snprintf(text, size, "an intercommunicator of %d and %d ranks",
             group_size(sides[0]), group_size(sides[1]));
  else
    snprintf(text, size, "a communicator of %d ranks",
             group_size(v->comm->group));
  return text;
}

/* The beginning of what the byte belongs to, of an exposure. */
static const char *base_of(const struct exposure *x, const char *byte)
{
  for (int i = 0; i < x->region_count; i++) {
    const struct region *r = &x->regions[i];
    if (byte >= r->base && byte < r->base + r->size) return r->base;
  }
  return x->base;
}

void window_part(const struct window_view *v, int owner, const char *low,
                 const char *high, char *text, size_t size)
{
  const struct window *w = v->window;
  const char *base = base_of(&w->exposures[owner], low);
  snprintf(text, size, "in %s%s of rank %d, bytes [%lld, %lld)",
           w->flavor == MPI_WIN_FLAVOR_DYNAMIC ? "attached memory of " : "",
           window_label(v), owner, (long long)(low - base),
           (long long)(high - base));
}
