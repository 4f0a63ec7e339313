/* The memory that each rank exposes in windows, by address. */
#ifndef ORIEL_CHECK_EXPOSED_H
#define ORIEL_CHECK_EXPOSED_H

#include "intervals.h"
#include "spot.h"

struct exposed {
  struct interval at;               /* closed while it is updated */
  const struct window_view *window; /* the rank's own */
  struct spot updated; /* by the rank itself, since its last call that
                          synchronises the window; call NULL: not */
  bool on_stack;
  bool left; /* the window was not freed, and what it comes from is finalized */
  struct exposed *next, **place; /* of the window (window_view.exposed) */
};

void exposed_open(void);
/* Ask for what `exposed_in` touches, in two stages. */
void exposed_foresee(int rank, int stage);
/* The rank has called what synchronises the window: it was updated, and is not
 * any more. */
void exposed_synchronised(struct exposed *);
/* The first of a rank that shares a byte with [from, to); and the next. */
struct exposed *exposed_in(int rank, const char *from, const char *to);
struct exposed *exposed_next(int rank, const struct exposed *, const char *from,
                             const char *to);

#endif
