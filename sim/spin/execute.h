/* Instructions that need no trap. */
#ifndef ORIEL_EXECUTE_H
#define ORIEL_EXECUTE_H

#include <stdbool.h>
#include <ucontext.h>

/* Do what the next instruction does, to the registers in the frame of the
 * signal and to memory, after reach_begin. False: nothing is done, let the
 * processor do it. */
bool execute_next(ucontext_t *);

#endif
