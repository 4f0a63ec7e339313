/* Calls that are one step: those of the instrumentation, which tell an access
 * or a fence, and do that, and those of the C library that copy or compare
 * memory. What happens inside is no state of the program's. */
#ifndef ORIEL_KNOWN_H
#define ORIEL_KNOWN_H

#include "../touch/touch.h"

#include <stdbool.h>
#include <ucontext.h>

/* Has the program just jumped to such a function, and can that access what it
 * is to? */
bool known_call(const ucontext_t *, struct touch_call *);
/* Make it, and return. */
void known_make(ucontext_t *, struct touch_call *);

#endif
