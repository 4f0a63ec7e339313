/* The memory that each rank exposes in windows, by address. */
#ifndef ORIEL_CHECK_EXPOSED_H
#define ORIEL_CHECK_EXPOSED_H

#include "spot.h"

struct exposed {
  const struct window_view *window; /* the rank's own */
  const char *from, *to;
  struct spot updated; /* by the rank itself, since its last call that
                          synchronises the window; call NULL: not */
  bool on_stack;
  struct exposed *next;
};

void exposed_open(void);
/* All of a rank, the newest first. */
struct exposed *exposed_by(int rank);
/* The first of `e` and those after it that shares a byte with [from, to). */
struct exposed *exposed_at(struct exposed *e, const char *from, const char *to);
/* The first of a rank that does. */
struct exposed *exposed_in(int rank, const char *from, const char *to);

#endif
