/* Fences that a target has not left when an origin completes what they end: an
 * origin is ahead of its targets by as much.
 *
 * Whatever was completed so keeps the moment at which its target left.
 * Invariant: a view awaits those that it has not left, the first one first, and
 * without a stamp; there are two at most, unless fences are no barriers. */
#include "fence_left.h"

#include "../pool.h"

struct fence_left {
  int references;
  unsigned fence;          /* its number in the window */
  struct stamp left;       /* no tick: it has not */
  struct fence_left *next; /* of the view's */
};

static struct pool fences = POOL(struct fence_left);

struct fence_left *fence_left_new(struct window_view *v, unsigned fence)
{
  struct fence_left **at = &v->awaited;
  while (*at && (*at)->fence < fence)
    at = &(*at)->next;
  struct fence_left *f = *at;
  if (!f || f->fence != fence) {
    f = pool_take(&fences);
    *f = (struct fence_left){.references = 1, .fence = fence, .next = *at};
    *at = f;
  }
  f->references++;
  return f;
}

void fence_left_unref(struct fence_left *f)
{
  if (--f->references == 0) pool_give(&fences, f);
}

bool fence_left_known(const struct fence_left *f, const struct viewer *v)
{
  return viewer_knows(v, f->left);
}

static void leave(struct window_view *v, struct stamp left)
{
  struct fence_left *f = v->awaited;
  v->awaited = f->next;
  f->left = left;
  fence_left_unref(f);
}

void fence_left_now(struct window_view *v, const struct check_strand *s)
{
  while (v->awaited && v->awaited->fence <= v->epoch.fences)
    leave(v, (struct stamp){s->id, s->now});
}

void fence_left_forget(struct window_view *v)
{
  while (v->awaited)
    leave(v, (struct stamp){0});
}
