/* Memory in place of a buffer that is too short.
 *
 * Who hears that a call writes a buffer may know that the program has memory
 * for fewer elements (model/observer.h). The call then writes here instead, and
 * what fits goes to the buffer when it is over, so that what lies behind stays
 * as it is. Invariant: a buffer that is long enough, or of which nobody knows
 * that it is not, has none. */
#ifndef ORIEL_SPARE_H
#define ORIEL_SPARE_H

#include "../../model/datatype/datatype.h"

#include <stddef.h>
#include <stdint.h>

/* One of the pieces of memory that a call uses as one buffer. */
struct piece {
  char *at;
  MPI_Count count, fit; /* elements; those that there is memory for */
  const struct datatype *type;
  bool write; /* else it is read only */
};

struct spare {
  ptrdiff_t away; /* from the buffer to here */
  char *memory;
  int n;
  struct piece pieces[];
};

/* NULL: all fit, or they lie too far apart. With what is in the buffer now, and
 * zeros behind that. The types are the caller's to keep. */
struct spare *spare_new(const struct piece *, int n);
/* What was written and fits goes to the buffer. */
void spare_end(struct spare *);

/* Of an address in the buffer, or of one here, by `away` or its reverse. */
static inline void *spare_shift(const void *at, ptrdiff_t by)
{
  return (void *)((uintptr_t)at + (uintptr_t)by);
}

#endif
