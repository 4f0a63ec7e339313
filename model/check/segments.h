/* Segments of a part of a page: those that somebody accessed. */
#ifndef ORIEL_CHECK_SEGMENTS_H
#define ORIEL_CHECK_SEGMENTS_H

#include "segment.h"

/* Invariant: they are sorted and disjoint. */
struct segments {
  struct segment *list;
  uint16_t count, size;
  uint16_t low, high; /* the part: bytes of the page at `base` below */
};

/* [low, high) are bytes of the part. */
void segments_access(struct segments *, const char *base, int low, int high,
                     const struct record *, const struct viewer *);
void segments_compare(struct segments *, const char *base, int low, int high,
                      const struct record *, const struct viewer *);
/* `gone` as history_forget_those has it. */
void segments_forget(struct segments *, const char *base, int low, int high,
                     history_gone *gone, void *arg);
/* Give those of the smaller parts away, which are empty and together the part.
 */
void segments_deal(struct segments *, struct segments *parts, int count);
/* Have what an access of the byte will touch fetched. */
void segments_ask(const struct segments *, int byte);

#endif
