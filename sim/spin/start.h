/* Where a round of a loop begins, wherever it was met. */
#ifndef ORIEL_START_H
#define ORIEL_START_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

enum { START_STEPS = 1 << 20 };

/* The steps of one round, in their order; no more than START_STEPS. */
void start_begin(void);
void start_note(const ucontext_t *, bool inside);
/* It begins elsewhere than at this one. */
void start_leave_out(int);
/* Its number among those; in the program, if one of them is. */
int start_of_round(void);

#endif
