/* Looking soon at who has waited in a loop before. */
#ifndef ORIEL_SOON_H
#define ORIEL_SOON_H

#include "../rank/rank.h"

#include <signal.h>

/* Before the run, and after it. */
void soon_open(void);
void soon_close(void);
/* A look has found self to wait in a loop of its own, or to compute. */
void soon_found(void);
void soon_in_vain(void);
/* Self goes on, and `soon` is set. */
void soon_goes_on(void);
/* Is this SIGPROF of soon_goes_on? */
bool soon_is(const siginfo_t *);

#endif
