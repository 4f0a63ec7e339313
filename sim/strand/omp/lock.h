/* Critical sections and locks: words of the program, of which the first four
 * bytes are ours. 0 is a free one. */
#ifndef ORIEL_OMP_LOCK_H
#define ORIEL_OMP_LOCK_H

#include "../crew.h"

void lock_take(unsigned *word, struct pause);
bool lock_try(unsigned *word, struct pause);
void lock_release(unsigned *word);

/* May be taken again by who has it. */
struct nest_lock {
  unsigned word, depth;
};
void nest_lock_take(struct nest_lock *, struct pause);
/* The depth then; 0: another has it. */
int nest_lock_try(struct nest_lock *, struct pause);
void nest_lock_release(struct nest_lock *);

#endif
