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

enum segment_list { LIST_READS, LIST_ATOMS, LIST_WRITES, LISTS };

struct recorded; /* a record in its list, the latest first */

struct records {
  struct recorded *first;
  int count;
  int limit; /* beyond which it is looked through for what is over */
};

struct segment {
  uint16_t low, high; /* within the page */
  bool mixed;         /* atoms are not of one type, place and operator */
  struct records lists[LISTS];
};

/* `base` is the address of the page. The access covers all of the segment. */
void segment_access(struct segment *, const char *base, const struct record *,
                    const struct viewer *);
/* Compare only; of the segment's bytes, those in [low, high) of the page. */
void segment_compare(struct segment *, const char *base, int low, int high,
                     const struct record *, const struct viewer *);
/* Add all that another holds. */
void segment_copy(struct segment *to, const struct segment *from);
void segment_clear(struct segment *);
/* Do both hold one record, the same? */
bool segment_like(const struct segment *, const struct segment *);

#endif
