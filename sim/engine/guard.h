/* Running code that may die.
 *
 * SimGrid reports some mistakes in a platform by aborting, or falls over them,
 * and prints where; the tables of a damaged program lead anywhere. Invariant:
 * signals and standard error are as before when either returns. */
#ifndef ORIEL_GUARD_H
#define ORIEL_GUARD_H

#include <stdbool.h>

/* Run f(arg); false when it died of SIGABRT, SIGSEGV, SIGBUS or SIGFPE. What it
 * held is lost then. Not within itself. */
bool guard_run(void (*f)(void *), void *arg);

/* The same with standard error silenced. */
bool guard_run_silently(void (*f)(void *), void *arg);

#endif
