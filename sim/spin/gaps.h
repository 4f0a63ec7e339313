/* What a rank stores and takes back before it waits. */
#ifndef ORIEL_GAPS_H
#define ORIEL_GAPS_H

#include <stdbool.h>
#include <ucontext.h>

/* Self goes on, and `gaps` is set. */
void gaps_watch(void);
/* Of who is `watched`. */
void gaps_look_away(void);
/* Self is about to park. */
void gaps_parks(void);
/* The processor has done an instruction: was it one of a rank that is looked at
 * here? Then the next one is the processor's, too. */
bool gaps_stepped(ucontext_t *);

#endif
