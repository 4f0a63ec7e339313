/* The state of a rank that is stepped, between two instructions. */
#ifndef ORIEL_STATE_H
#define ORIEL_STATE_H

#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* Before the first step: what that will execute is at this place. */
void state_begin(const ucontext_t *);
/* The processor has done a step: what execute.c does changes no vectors. */
void state_stepped(void);
/* At each step, once: equal for equal states. */
uint64_t state_of(const ucontext_t *);
/* What is in vectors and the registers of floating point, as hashes. */
struct state_vectors {
  uint64_t x87, sse[16];
  uint64_t wide; /* the parts of AVX and AVX-512 */
  uint64_t mode; /* of SSE: how it rounds, and what it has met */
};
void state_vectors_of(const ucontext_t *, struct state_vectors *);

#endif
