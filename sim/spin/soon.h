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
/* Self goes on, and `soon` is set, or spinners_been. */
void soon_goes_on(void);
/* Is this SIGPROF of soon_goes_on? And is self to be looked at then? */
bool soon_is(const siginfo_t *);
bool soon_is_due(void);

#endif
