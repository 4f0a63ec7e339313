/* Memory that MPI allocated for a window, after its MPI_Win_free. */
#ifndef ORIEL_CHECK_FREED_H
#define ORIEL_CHECK_FREED_H

#include "spot.h"

#include <stdbool.h>

struct freed;

extern bool freed_any;
struct freed *freed_find(int rank, const char *from, const char *to);

/* Which the rank has freed, and that has a byte of [from, to); or NULL. */
static inline struct freed *freed_in(int rank, const char *from, const char *to)
{
  return freed_any ? freed_find(rank, from, to) : NULL;
}

/* Its window, as messages call it, and where the rank freed that. */
const char *freed_label(const struct freed *);
const struct spot *freed_by(const struct freed *);

#endif
