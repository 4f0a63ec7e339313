/* The processor's counter of time stamps, as programs read it. */
#ifndef ORIEL_IMAGE_TSC_H
#define ORIEL_IMAGE_TSC_H

#include <signal.h>
#include <stdbool.h>
#include <ucontext.h>

/* Which does the reading. */
#define TSC_SIGNAL SIGRTMAX

/* From now on reading it is SIGSEGV; where the kernel cannot do that, it stays
 * the machine's. Before the run. */
void tsc_open(void);
/* Is this signal of somebody who reads it? Then he goes on behind that. For a
 * handler on a stack of its own, during which TSC_SIGNAL is blocked. */
bool tsc_is_read(int signal, const siginfo_t *, ucontext_t *);

#endif
