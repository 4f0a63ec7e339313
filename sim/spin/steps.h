/* Stepping through the own code of a rank, to find whether it waits. */
#ifndef ORIEL_STEPS_H
#define ORIEL_STEPS_H

#include "next.h"

#include "../rank/rank.h"

#include <signal.h>
#include <ucontext.h>

/* What a look may cost, in steps (next.h): a short one up to the former, any
 * up to the latter. */
enum { STEPS_COST = TRAP * 8192, STEPS_COST_MAX = 1 << 22 };

/* What was allowed to the dearest look that found a loop. */
extern int steps_enough;

/* Step self from here on, for so much, or up to where it waits, which parks it:
 * on return to what the signal has interrupted. */
void steps_look(ucontext_t *, int cost);
/* The strand is where nobody looks on. What it has called may have parked it,
 * so it is not always self. */
void steps_lose_sight(struct strand *);
/* Besides, it has left its own code, by a call, say: what is looked at next is
 * another loop. */
void steps_leave(struct strand *);
/* SIGTRAP: the processor has done a step. */
void steps_signal(int signal, siginfo_t *, void *context);

#endif
