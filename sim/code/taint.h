/* Taint: what of a round may be another in the next one. */
#ifndef ORIEL_TAINT_H
#define ORIEL_TAINT_H

#include "flow.h"
#include "fork.h"
#include "growth.h"

/* Nothing is tainted. */
void taint_clear(void);
/* These differ from round to round; registers by flow.h's bits. */
void taint_registers(uint64_t);
void taint_memory(uint64_t at, size_t size);
/* Some of these have grown so in the last round. */
void taint_growth(struct growth);
/* So many flows behind this one, which jumps, all its ways have joined; 0: not
 * known. */
typedef int taint_fork(int, struct fork *);
/* A loop whose rounds are these `count` flows: do they all go one way, but for
 * such forks, and use the same memory, whatever that taints? */
bool taint_decides_nothing(const struct flow *, int count, taint_fork *);
/* Does one round, which begins with the instruction of this number? Here forks
 * are other ways. */
bool taint_round_decides_nothing(const struct flow *, int count, int first);

#endif
