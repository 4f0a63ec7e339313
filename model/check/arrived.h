/* Updates that have arrived in memory whose loads are not seen: who looks there
 * may have seen all of them. */
#ifndef ORIEL_CHECK_ARRIVED_H
#define ORIEL_CHECK_ARRIVED_H

#include "history.h"
#include "options.h"

void arrived_open(const struct check_options *);
/* One of a strand that knew this, in the rank's memory, which all members of
 * the window, unless NULL, can load. Returns its number; 0: loads are seen, and
 * nothing is kept. */
uint32_t arrived_add(int rank, const struct window *shared,
                     const struct clock *past, struct stamp own);
/* The strand called MPI_Win_sync, or (NULL) was found to poll memory: it may
 * have learnt all that has arrived in its memory. */
void arrived_synced(const struct window_view *, struct check_strand *);
/* One by that window: has the viewer heard from somebody who looked when it had
 * arrived? */
bool arrived_known(int rank, const struct window *, uint32_t arrival,
                   const struct viewer *);
/* A member has left the window. */
void arrived_window_end(const struct window *);
/* Ask for what one more will touch, in stages from 0. */
void arrived_foresee(int rank, int stage);

#endif
