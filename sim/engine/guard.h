/* Running code that may die.
 *
 * SimGrid reports some mistakes in a platform by aborting, or falls over them,
 * and prints where. Invariant: signals and standard error are as before when
 * guard_run returns. */
#ifndef ORIEL_GUARD_H
#define ORIEL_GUARD_H

#include <stdbool.h>

/* Run f(arg) with standard error silenced; false when it died of SIGABRT,
 * SIGSEGV or SIGFPE. What it held is lost then. Not within itself. */
bool guard_run(void (*f)(void *), void *arg);

#endif
