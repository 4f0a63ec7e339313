/* Registers as a signal finds them, by their numbers in instructions. */
#ifndef ORIEL_REGISTERS_H
#define ORIEL_REGISTERS_H

#include "code.h"

#include <ucontext.h>

enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI };

/* Where it is kept. */
int register_name(int number);
uint64_t register_value(const ucontext_t *, int number);

/* The address of memory that an instruction names, whose next one begins at
 * `end`. */
uint64_t register_address(const ucontext_t *, const struct code *,
                          const struct code_place *, const unsigned char *end);

#endif
