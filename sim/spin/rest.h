/* Rest: where in its round a loop that waits leaves memory to others. */
#ifndef ORIEL_REST_H
#define ORIEL_REST_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/* A round begins, with the step that is `first` in way.c: nothing has changed.
 * What is at an address that `counts` is another number in each round; NULL:
 * nothing is. */
void rest_begin(bool (*counts)(uint64_t address), int first);
/* At each step of it, the first and last one, too: `when` is a number of the
 * caller's; `inside`: the loop may be left here. */
void rest_note(const ucontext_t *, int when, bool inside);
/* The round is over: when it may be left, the memory being as others are to
 * find it; with a `turn` above 0, after another change of it. -1: nothing
 * changes. */
int rest_moment(int turn);
/* How many turns there are; 0: nothing changes. */
int rest_moments(void);

#endif
