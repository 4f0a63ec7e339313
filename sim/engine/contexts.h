/* Contexts: what engine.h says of them, and what the clock asks of them.
 *
 * A context is a stack and where it goes on; the engine's own stack lets those
 * that are woken run, one after the other, until each parks or ends. Invariant:
 * a context runs only inside contexts_run. */
#ifndef ORIEL_CONTEXTS_H
#define ORIEL_CONTEXTS_H

#include <stdbool.h>

/* Have some been woken that have not run since? */
bool contexts_woken(void);
/* Let those run, the first that were made first. On the engine's stack. */
void contexts_run(void);

struct context_counts {
  unsigned long switches, parks, wakes;
};
struct context_counts context_counts(void);

#endif
