/* A spot: where a strand was, kept until a report needs it in words. */
#ifndef ORIEL_CHECK_SPOT_H
#define ORIEL_CHECK_SPOT_H

#include "report.h"

#include "../observer.h"

struct spot {
  const char *call; /* NULL: none */
  const void *site;
  int rank, strand;
};

/* Of an event with `strand`, `call` and `site`. */
#define SPOT(e)                                                                \
  ((struct spot){(e)->call, (e)->site, (e)->strand.rank, (e)->strand.number})

/* The note is copied; NULL: none. */
void spot_side(const struct spot *, const char *note, struct report_side *);

#endif
