/* The state of a rank that is stepped, between two instructions. */
#ifndef ORIEL_STATE_H
#define ORIEL_STATE_H

#include <stdint.h>
#include <ucontext.h>

/* Before the first step. */
void state_begin(void);
/* At each step, once: equal for equal states. */
uint64_t state_of(const ucontext_t *);

#endif
