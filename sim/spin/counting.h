/* Loops that wait, and count meanwhile. */
#ifndef ORIEL_COUNTING_H
#define ORIEL_COUNTING_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

enum verdict { STEP_ON, STEP_SPINS, STEP_COMPUTES };

/* A rank is stepped from here on, in a loop of which `known` was found to wait
 * (counting_loop; 0: none). */
void counting_begin(const ucontext_t *, uint64_t known);
/* At each step, until it is not STEP_ON; then the rank is at the beginning of
 * its loop, or has gone on, as if nobody had tried anything. */
enum verdict counting_judge(ucontext_t *);
/* Is what the rank does next only tried? */
bool counting_tries(void);
/* What tells the loop that waits from others; not 0. */
uint64_t counting_loop(void);

#endif
