/* Conflicts: two accesses of the same bytes that nothing orders, in words. */
#ifndef ORIEL_CHECK_CONFLICT_H
#define ORIEL_CHECK_CONFLICT_H

#include "history.h"

/* A conflict_found: this one, seen in one segment of an access. */
void conflict_seen(const struct record *earlier, const struct record *later,
                   const char *low, const char *high);
/* The access is over: what was seen of it is told. */
void conflict_settle(void);
/* The end: what completed the accesses later is known. */
void conflict_close(void);

#endif
