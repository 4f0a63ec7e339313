/* Buffers in a rank's own memory, until their accesses are over. */
#ifndef ORIEL_CHECK_APART_H
#define ORIEL_CHECK_APART_H

#include "history.h"

/* The act accesses a buffer of its rank: with RECORD_WRITES or without. Unless
 * the act is plain, apart_over is to tell when that is over. */
void apart_access(struct act *, const struct observed_data *, bool writes);
/* So many accesses of the rank are over, and that is known to it. */
void apart_over(int rank, int accesses);
/* The history will be asked of these bytes of the rank. */
void apart_meet(int rank, const char *low, const char *high, bool writes);
/* Ask for what the next of them touch, in two stages, ... */
void apart_foresee(int rank, int stage);
/* ... and for the latest, which may be over. */
void apart_ask(int rank);
/* One window more, or less, with memory that is not only its rank's. */
void apart_shared(int change);
/* Memory of the rank comes to a window, or leaves it. */
void apart_exposed(int rank, const struct window_view *, bool ends);

#endif
