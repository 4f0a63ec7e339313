/* From a function of C++'s headers up to who called it.
 *
 * Invariant: what is read lies on the stack of the strand, whatever the program
 * keeps in the register of the frame pointer. */
#include "home.h"

#include "where.h"

#include "../rank/rank.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a frame pointer shows. */
struct frame {
  const struct frame *caller;
  const void *site; /* to which the function returns */
};

struct stack {
  void *low, *high;
};

static bool on_stack(const struct frame *f, const struct stack *s)
{
  return (void *)f >= s->low && (void *)(f + 1) <= s->high &&
         (uintptr_t)f % sizeof f == 0;
}

/* That of the function in which the site is, if it has one: up to there all are
 * Oriel's. */
static const struct frame *frame_of(const void *site, const struct frame *f,
                                    const struct stack *s)
{
  while (on_stack(f, s)) {
    if (f->site == site) return f->caller;
    if (where_origin(f->site) != WHERE_ELSEWHERE) return f;
    f = f->caller;
  }
  return NULL;
}

static struct stack stack_of(const struct strand *s)
{
  struct stack stack = {NULL, NULL};
  if (s->context) engine_stack(s->context, &stack.low, &stack.high);
  return stack;
}

const void *home_of(const void *site)
{
  enum where_origin origin = where_origin(site);
  if (!self || origin < WHERE_ABROAD) return site;
  struct stack stack = stack_of(self->strand);
  const struct frame *f = frame_of(site, __builtin_frame_address(0), &stack);
  for (; origin == WHERE_ABROAD && on_stack(f, &stack); f = f->caller) {
    origin = where_origin(f->site);
    if (origin == WHERE_HOME) return f->site;
  }
  return site;
}

const void *home_of_waiting(const struct strand *s, const void *site,
                            const void *frame)
{
  const struct frame *f = frame;
  struct stack stack = stack_of(s);
  enum where_origin origin = where_origin(site);
  if (origin == WHERE_HOME || !on_stack(f, &stack) || f->site != site)
    return site;
  struct where_frame at = {site, (uintptr_t)(f + 1), (uintptr_t)f->caller};
  while (origin != WHERE_HOME && where_go_out(&at, (uintptr_t)stack.high))
    origin = where_origin(at.site);
  return origin == WHERE_HOME ? at.site : site;
}
