/* Windows, until their last member has called MPI_Win_free: after that, the
 * address may be that of another window. */
#include "watched.h"

#include "../memory.h"
#include "../window/window.h"

#include <stdlib.h>

struct slot {
  struct watched *watched; /* NULL: nothing known */
};
static struct map slots; /* by window */

static struct slot *slot_of(const struct window *w)
{
  struct slot *s = map_find(&slots, (uint64_t)(uintptr_t)w);
  if (s) return s;
  s = xcalloc(1, sizeof *s);
  map_add(&slots, (uint64_t)(uintptr_t)w, s);
  return s;
}

struct watched *watched_of(const struct window *w)
{
  struct slot *s = slot_of(w);
  if (!s->watched)
    s->watched = xaligned(sizeof *s->watched +
                          (size_t)w->size * sizeof(struct watched_member));
  return s->watched;
}

struct watched_pair *watched_pair(const struct window *w, int origin,
                                  int target)
{
  struct map *pairs = &watched_of(w)->pairs;
  uint64_t key = (uint64_t)origin * (uint64_t)w->size + (uint64_t)target;
  struct watched_pair *p = map_find(pairs, key);
  if (p) return p;
  p = xcalloc(1, sizeof *p);
  p->origin = origin;
  p->target = target;
  map_add(pairs, key, p);
  return p;
}

void watched_each(void (*each)(const struct window *, struct watched *, void *),
                  void *arg)
{
  for (uint32_t i = 0; i < slots.count; i++) {
    const struct map_entry *e = &slots.entries[i];
    struct watched *x = ((struct slot *)e->value)->watched;
    if (x) each((const struct window *)(uintptr_t)e->key, x, arg);
  }
}

static void on_epoch_call(struct observer *o,
                          const struct observed_epoch_call *e)
{
  (void)o;
  if (e->kind != OBSERVED_FREE) return;
  struct watched *x = watched_of(e->window->window);
  if (++x->freed < e->window->window->size) return;
  for (uint32_t i = 0; i < x->pairs.count; i++)
    free(x->pairs.entries[i].value);
  map_clear(&x->pairs);
  free(x);
  slot_of(e->window->window)->watched = NULL;
}

static struct observer observer = {.epoch_call = on_epoch_call};

void watched_open(void)
{
  observer_add(&observer);
}
