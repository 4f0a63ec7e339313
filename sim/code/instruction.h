/* How long an instruction of x86 is, and where it may go on.
 *
 * Of what compilers make; what is not among that is said to be unknown. */
#ifndef ORIEL_INSTRUCTION_H
#define ORIEL_INSTRUCTION_H

#include "code.h"

#include <stddef.h>

enum instruction_kind {
  INSTRUCTION_PLAIN,
  INSTRUCTION_BRANCHES, /* to `to`, or goes on */
  INSTRUCTION_JUMPS,    /* to `to` */
  INSTRUCTION_CALLS,    /* ... */
  /* Through the word at `to`, or, if that is NULL, through what it computes: */
  INSTRUCTION_JUMPS_THROUGH,
  INSTRUCTION_CALLS_THROUGH,
  INSTRUCTION_ENDS, /* returns, or traps */
  INSTRUCTION_UNKNOWN
};

struct instruction {
  enum instruction_kind kind;
  const unsigned char *to;
  const unsigned char *end; /* where the next one begins */
};

struct instruction instruction_at(const unsigned char *);

/* Does ModRM follow its opcode? */
bool instruction_has_modrm(const struct code *);
/* Where one ends of which this is what ModRM says. */
const unsigned char *instruction_end(const struct code *,
                                     const struct code_place *);

static inline bool instruction_calls(const struct instruction *i)
{
  return i->kind == INSTRUCTION_CALLS || i->kind == INSTRUCTION_CALLS_THROUGH;
}

#endif
