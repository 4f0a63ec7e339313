/* Order that values carry: from who updates a word of a window atomically to
 * who fetches it. Mutexes and flags made of accumulates are of this kind. */
#ifndef ORIEL_CHECK_LOCATION_H
#define ORIEL_CHECK_LOCATION_H

#include "options.h"
#include "history.h"

void location_open(const struct check_options *);
/* An atomic operation is issued: an update publishes what its strand knows. */
void location_issued(struct act *, const struct observed_data *target);
/* Its value was applied to `bytes` at `memory`: in this order, one after the
 * other. `wrote`: not a swap that found another value. */
void location_applied(struct value *, const char *memory, size_t bytes,
                      bool wrote);
/* The strand has the result of what was fetched, as has its own one. */
void location_fetched(struct act *, struct check_strand *);
/* The same for a batch; the list is empty then. */
void location_fetched_all(struct value **, struct check_strand *);
/* Its act is gone. */
void location_drop(struct value *);
/* The program loaded the bytes: it learns what the words carry. */
void location_loaded(const char *low, const char *high, struct check_strand *);
/* Its loads are not seen, but it called MPI_Win_sync, or (NULL) was found to
 * poll memory: it may have learnt all that has arrived in its memory. */
void location_synced(const struct window_view *, struct check_strand *);
/* Has the viewer heard from somebody who saw what this update wrote, or what
 * came after it? */
bool location_over(const struct act *, const struct viewer *);
/* The bytes leave this window: they are other memory from now on, but where
 * another window has them, too. */
void location_forget(const char *low, const char *high,
                     const struct window_view *);

#endif
