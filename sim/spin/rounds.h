/* Loops that wait, and compute meanwhile. */
#ifndef ORIEL_ROUNDS_H
#define ORIEL_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

enum verdict { STEP_ON, STEP_SPINS, STEP_COMPUTES };

/* A rank is stepped from here on, and left at the moment of this turn (rest.h).
 */
void rounds_begin(const ucontext_t *, int turn);
/* At each step, until it is not STEP_ON. */
enum verdict rounds_judge(const ucontext_t *);
/* What tells the loop that waits from others; odd. */
uint64_t rounds_loop(void);
/* Has the rank done nothing else since it is stepped? */
bool rounds_straight(void);
/* Do its states come back, so that nothing is to be judged by rounds? */
bool rounds_come_back(void);
/* Is this the first step of what may be a round? */
bool rounds_begun(void);
/* In instructions. */
int rounds_length(void);

#endif
