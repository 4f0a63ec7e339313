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
/* The same of what is in vectors and the registers of floating point. */
uint64_t state_of_vectors(const ucontext_t *);

/* Bytes of the kernel's frame of these, which `fpregs` points to. */
size_t state_frame_size(const ucontext_t *);

/* A hash, and one more value in it. */
uint64_t state_mix(uint64_t hash, uint64_t value);

#endif
