/* The state of the program where it has called. */
#ifndef ORIEL_CALLER_H
#define ORIEL_CALLER_H

#include <stdbool.h>
#include <stdint.h>

struct strand;

/* A hash, of self: of the place, of the registers that a call keeps, and of the
 * latest frames of the program, a page of them. What is elsewhere in memory is
 * not in it. The function that was called begins with CALLER_KEEP (or its PAUSE
 * does); of others only the place is known. */
uint64_t caller_state(void);
/* The same of any strand that is in a call. */
uint64_t caller_state_of(const struct strand *);
/* And of all its frames, however large they are. False: these are not known. */
bool caller_whole_state_of(const struct strand *, uint64_t *state);

/* The registers are saved below the frame, in an order that is the same in all
 * functions. */
#define CALLER_KEEP __builtin_unwind_init()

#endif
