/* Typed accesses to memory, and the memory that is watched meanwhile. */
#ifndef ORIEL_CHECK_MEMORY_H
#define ORIEL_CHECK_MEMORY_H

#include "options.h"
#include "history.h"

void memory_open(const struct check_options *);
/* The act accesses the data; flags are record_flags. */
void memory_access(struct act *, const struct observed_data *, int flags,
                   const struct viewer *);
/* Where a block of so many bytes, of data of a basic type, begins in an
 * element. MPI_SHORT_INT has a gap, so a block is its short, or begins with its
 * int, which the next element's short may follow. */
size_t memory_part(enum basic, MPI_Count bytes);
/* The program loads or stores [low, high). Memory that is no window's matters
 * only while a buffer is pending there: then it is compared, not recorded,
 * unless other threads of the rank run (threaded). */
void memory_touch(const char *low, const char *high, const struct record *,
                  const struct viewer *, bool threaded);
/* A window, or that part of it, is gone: nothing of it is left where windows
 * are accessed as a whole. */
void memory_leaves(const struct window_view *, const char *low,
                   const char *high);
/* The program's own accesses to it are to be seen until memory_unwatch. */
struct watch;
void memory_watch(struct watch **, const struct observed_data *);
void memory_unwatch(struct watch **);

#endif
