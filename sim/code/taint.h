/* Taint: what of a round may be another in the next one. */
#ifndef ORIEL_TAINT_H
#define ORIEL_TAINT_H

#include "flow.h"
#include "growth.h"

/* Nothing is tainted. */
void taint_clear(void);
/* These differ from round to round; registers by flow.h's bits. */
void taint_registers(uint64_t);
void taint_memory(uint64_t at, size_t size);
/* Some of these have grown so in the last round. */
void taint_growth(struct growth);
/* A loop whose rounds are these `count` flows: do they all go one way, and use
 * the same memory, whatever that taints? */
bool taint_decides_nothing(const struct flow *, int count);
/* Does one round, which begins with the instruction of this number? */
bool taint_round_decides_nothing(const struct flow *, int count, int first);

#endif
