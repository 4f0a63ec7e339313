/* Visibility: accesses that are ordered, but whose copies of the memory nobody
 * made alike. [MPI-4.1 12.7] */
#ifndef ORIEL_CHECK_VISIBILITY_H
#define ORIEL_CHECK_VISIBILITY_H

#include "options.h"
#include "history.h"

void visibility_open(const struct check_options *);
/* The strand has synchronised the copies of a window's memory. */
void visibility_synced(const struct observed_sync *, struct check_strand *);
/* The strand released or acquired something by what lies in shared memory, one
 * of C11's atomics or a thread's mutex, or by a fence of C11: what it stored is
 * visible to others, or what others stored to it, in all that is shared, in the
 * unified model. */
void visibility_barrier(struct check_strand *, enum observed_copies);
/* The rank's part of it is gone. */
void visibility_forget(const struct window_view *, int rank);
/* In the separate model a store and an update of a window exclude each other
 * wherever they fall: each accesses this one byte, which is no memory. */
const char *visibility_whole(const struct window_view *);
bool visibility_is_whole(const char *byte);

#endif
