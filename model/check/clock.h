/* Vector clocks that share a common base.
 *
 * A strand counts its releases; a stamp (strand, tick) is a moment of its life,
 * and a clock holds, for each strand, the latest moment that is known. After a
 * meeting of all, everybody knows the same: that is the base, which does not
 * change while several have it; what was learnt since are a few entries beside
 * it, shared by copies until one of them changes. So a barrier costs O(1) for
 * each strand, and a message what its sender has learnt since the last one.
 * Where those entries are many, as without meetings, they become part of a base
 * of the clock's own. Invariant: entries are sorted by strand and each is later
 * than the base's. */
#ifndef ORIEL_CHECK_CLOCK_H
#define ORIEL_CHECK_CLOCK_H

#include "clock_base.h"

struct clock_news;

/* All zero knows nothing. */
struct clock {
  struct clock_base *base;
  struct clock_news *news;
};

/* What was learnt since the base. */
bool news_know(const struct clock_news *, struct stamp);
static inline bool clock_knows(const struct clock *c, struct stamp s)
{
  if (!s.tick) return false;
  return base_tick(c->base, s.strand) >= s.tick ||
         (c->news && news_know(c->news, s));
}
void clock_note(struct clock *, struct stamp);
/* Several at once, of which some may be equal; they are sorted. */
void clock_note_all(struct clock *, struct stamp *, int count);
void clock_join(struct clock *, const struct clock *);
struct clock clock_copy(const struct clock *);
void clock_drop(struct clock *);

/* Collects what those know who meet; becomes a clock with a new base. */
struct clock_meeting;
struct clock_meeting *clock_meeting_new(void);
void clock_meeting_join(struct clock_meeting *, const struct clock *,
                        struct stamp own);
/* The meeting is freed. */
struct clock clock_meeting_end(struct clock_meeting *);

/* This strand's clock has that base; `own` is a later moment of it. Lets others
 * see by one look that a base comes before another. */
void clock_base_adopted(struct clock *, struct stamp own);

#endif
