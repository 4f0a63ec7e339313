/* Scans: what a loop that may wait looks at in one round, after MPI_Win_sync.
 *
 * The first of these loads comes straight after that call. What a loop does for
 * a word that it has found, as answering who has set it, comes before the
 * others, which are looks of that round all the same. */
#ifndef ORIEL_CHECK_SCAN_H
#define ORIEL_CHECK_SCAN_H

#include "history.h"
#include "strand.h"

/* Has the load's line begun a scan? Most have not. */
bool scan_has(const struct check_strand *, const struct act *load);
/* Its window, of which the last MPI_Win_sync was at this tick: does the load of
 * [from, to) go on with its line's scan? Not with bytes that this has come to
 * since: that is another round, which lacks an MPI_Win_sync. */
bool scan_goes_on(struct check_strand *, const struct act *load,
                  uint32_t synced, const char *from, const char *to);
/* The load begins one, or is straight after MPI_Win_sync like the first. */
void scan_begin(struct check_strand *, const struct act *load, uint32_t synced,
                const char *from, const char *to);
/* The strand calls MPI_Win_sync. */
void scan_synced(struct check_strand *);

#endif
