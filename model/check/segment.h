/* A segment: bytes of one page, with the records of accesses that cover them.
 *
 * Records are in three lists: of reads, of updates that are atomic with respect
 * to each other, and of all other writes. An access is compared with the lists
 * in which it may find a conflict, so that thousands of ranks that read or
 * count at one place cost each other nothing. Invariant: what a list keeps
 * beyond what can matter is at most as much again. */
#ifndef ORIEL_CHECK_SEGMENT_H
#define ORIEL_CHECK_SEGMENT_H

#include "history.h"

struct recorded; /* a record in its list */

struct segment {
  struct recorded *first; /* of its first list; NULL: no records */
  uint16_t low, high;     /* within the page */
  bool mixed;             /* atoms are not of one type, place and operator */
  uint16_t op;            /* theirs that does not go with any other; or 0 */
};

/* An access of all of the segment, which is [low, high). */
void segment_access(struct segment *, const char *low, const char *high,
                    const struct record *, const struct viewer *);
/* Compare only; [low, high) are bytes of the segment. */
void segment_compare(struct segment *, const char *low, const char *high,
                     const struct record *, const struct viewer *);
/* Hold what another holds, instead of nothing. */
void segment_copy(struct segment *to, const struct segment *from);
/* Hold nothing. */
void segment_drop(struct segment *);
/* Let go of those records. */
void segment_forget(struct segment *, history_gone *, void *arg,
                    const char *low, const char *high);
/* Ask for what telling whether they go will touch. */
void segment_ask(const struct segment *);
/* Do both hold one record, the same? */
bool segment_like(const struct segment *, const struct segment *);

#endif
