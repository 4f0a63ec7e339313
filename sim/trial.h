/* Memory that may not be there.
 *
 * Who reads what the program may have unmapped, or damaged, tries: a fault then
 * comes back here instead of being a crash (launch/crash.c). Invariant: nobody
 * tries within a try. */
#ifndef ORIEL_TRIAL_H
#define ORIEL_TRIAL_H

#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>

#pragma GCC visibility push(hidden)
extern struct trial {
  volatile sig_atomic_t on;
  sigjmp_buf back;
} trial;
#pragma GCC visibility pop

/* False: what followed has met a fault. The handler blocks no signals, so there
 * is no mask to restore. */
#define trial_begin() (trial.on = 1, sigsetjmp(trial.back, 0) == 0)
static inline void trial_end(void)
{
  trial.on = 0;
}

#endif
