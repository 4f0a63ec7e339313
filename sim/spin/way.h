/* The way of one round of a loop: what each instruction reads and changes. */
#ifndef ORIEL_WAY_H
#define ORIEL_WAY_H

#include "../code/flow.h"
#include "../code/fork.h"
#include "../rank/seen.h"

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/* Instructions, at most: a loop that waits may count up to a thousand before it
 * looks again. */
enum { WAY = 1 << 14 };

/* A round begins. */
void way_begin(void);
/* The next instruction is part of it. False: it is not known, or one too many;
 * so the way is lost. */
bool way_note(const ucontext_t *);
/* Is the next instruction the i-th of the way, with the same operands? */
bool way_is_at(int i, const ucontext_t *);
const struct flow *way_flows(void);
uint64_t way_place(int i); /* its address */
/* For taint.h: of a jump of it, which must be whole. */
int way_fork(int i, struct fork *);
/* A round begins on one of the ways of a fork: where that joins; 0: none does.
 */
int way_split_until(void);
/* Is the i-th one on one of the ways of a fork that was asked for? */
bool way_is_forked(int i);
/* Does where the next round goes depend on what the i-th one gets? False, too,
 * if the way is lost. */
bool way_asks(int i);
/* What the round has read of what is left now: what lies below the stack is
 * gone. 0: that is not known. */
const struct seen_span *way_reads(const ucontext_t *, int *count);

#endif
