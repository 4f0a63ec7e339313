/* Foresight: memory that calls to come will touch, asked for before they come.
 *
 * With thousands of ranks nothing of a rank is in a cache when its event comes,
 * and what the event touches hangs on pointers: the message, then its pair,
 * then who waits for that. The queue of events knows what comes next; it has
 * the first lines of the arguments asked for, and then, in stages, lets
 * whoever knows the function ask for more: each stage reads what the one before
 * asked for. Some events pass between stages, and what is foreseen at once are
 * calls of one function, so that this costs little. Invariant: foreseeing
 * changes nothing, and reads only what is there as long as the call is to come,
 * or now. */
#ifndef ORIEL_FORESIGHT_H
#define ORIEL_FORESIGHT_H

#include <stdbool.h>

struct coming {
  void (*f)(void *);
  void *arg;
};

/* The stages are numbered from 1; in stage 0 the queue itself asks for the
 * arguments. Arguments that lie in order have one stage only, the last. */
enum { FORESIGHT_STAGES = 3, FORESIGHT_ORDERED };

/* Foresees, of n calls, those that call the same function as the first one
 * does; FORESEEN(i, ...) is a loop over these. */
typedef void foresee(const struct coming *calls, unsigned n, int stage);
#define FORESEEN(i, calls, n)                                                  \
  for (unsigned i = 0; i < (n); i++)                                           \
    if ((calls)[i].f == (calls)[0].f)

/* Let calls of f be foreseen so. Before the run. */
void foresight_add(void (*f)(void *), foresee *how);

/* Do their arguments lie all over the place? Memory that is touched in its
 * order is fetched by the processor itself. */
bool foresight_scattered(const struct coming *, unsigned n);
/* Let this stage of those be foreseen that are like the first. */
void foresight_look(const struct coming *, unsigned n, int stage);

#endif
