/* What strands release, or write for others to see, until these learn it.
 *
 * A strand publishes its clock and the moment, of which each is that of one
 * publication: who knows the moment knows all that its strand knew then, since
 * nobody learns the one without the other. So most that is published need not
 * be made one clock before somebody asks, who then knows most of it. */
#ifndef ORIEL_CHECK_PUBLISHED_H
#define ORIEL_CHECK_PUBLISHED_H

#include "clock.h"

/* Of one strand, or of several. Invariant: `own` is the moment of the only one
 * whose knowledge it is; tick 0: it is that of several, all in `past`. */
struct published {
  struct clock past;
  struct stamp own;
};

void published_add(struct published *, const struct clock *past,
                   struct stamp own);
void published_join(struct published *, const struct published *);
/* The clock is that of a strand, which knows what it published itself. */
void published_learn(const struct published *, struct clock *, int strand);
void published_drop(struct published *);

/* For what many publish, and few learn or nobody. */
struct waiting;
struct gathered {
  struct published all; /* but for those that wait: */
  struct waiting *waiting;
};

void gathered_add(struct gathered *, const struct clock *past,
                  struct stamp own);
void gathered_join(struct gathered *, struct gathered *other);
/* Ask for what adding to it touches, in two stages. */
void gathered_foresee(const struct gathered *, int stage);
void gathered_learn(const struct gathered *, struct clock *, int strand);
/* Is it what this strand has published, once, and no other? */
bool gathered_is_of(const struct gathered *, int strand);
/* None wait any more. */
void gathered_settle(struct gathered *);
void gathered_drop(struct gathered *);

#endif
