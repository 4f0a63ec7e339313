/* Memory that may not be there.
 *
 * Who reads what the program may have unmapped, or damaged, tries: a fault then
 * comes back here instead of being a crash (launch/crash.c). Invariant: nobody
 * tries within a try but by trial_read(). */
#ifndef ORIEL_TRIAL_H
#define ORIEL_TRIAL_H

#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)
extern struct trial {
  volatile sig_atomic_t on;
  sigjmp_buf back;
} trial;
#pragma GCC visibility pop

/* False: what followed has met a fault. There is no mask to restore: the
 * handler blocks but the signal of image/tsc.c, which lets that through itself.
 */
#define trial_begin() (trial.on = 1, sigsetjmp(trial.back, 0) == 0)
static inline void trial_end(void)
{
  trial.on = 0;
}

/* It is the program's memory, whatever a sanitizer holds of it. 2, 4 or 8
 * bytes are copied at once, as the processor does: a tick may come at any
 * moment, and what is stepped may store what the tick goes by. */
void trial_copy(volatile void *to, const volatile void *from, size_t n);
/* Can all of it be read? It is copied as far as it can. */
bool trial_read(void *to, const void *from, size_t n);
/* Can the byte be written? It stays what it is. */
bool trial_can_write(void *at);

#endif
