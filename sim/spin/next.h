/* What is executed next. */
#ifndef ORIEL_NEXT_H
#define ORIEL_NEXT_H

#include "reach.h"

#include "../code/flow.h"
#include "../image/image.h"

/* A step by the processor: so in the flags, and what it costs in steps that are
 * done here. */
enum { TRAP_FLAG = 0x100, TRAP = 16 };

/* Of the program, not of what that calls? */
static inline bool next_in_program(const ucontext_t *u)
{
  const char *path;
  return image_file_address((void *)u->uc_mcontext.gregs[REG_RIP], &path) != 0;
}

/* A jump may lead to where no code is, or none that we could decode. */
static inline bool next_is_readable(const ucontext_t *u)
{
  enum { LONGEST = 15 };
  uint64_t next = (uint64_t)u->uc_mcontext.gregs[REG_RIP];
  char byte;
  return reach_read(next, &byte, 1) && reach_read(next + LONGEST - 1, &byte, 1);
}

/* The kernel has a state of its own: who reads a file gets farther, though the
 * registers come back. (And a step that ended while its signal is blocked would
 * kill the process.) */
static inline bool next_can_be_stepped(const ucontext_t *u)
{
  const unsigned char *next = (void *)u->uc_mcontext.gregs[REG_RIP];
  return next_is_readable(u) && !(next[0] == 0x0f && next[1] == 5);
}

/* Do it here, after reach_begin: an instruction, or a call that known.h makes.
 * Returns the cost, in steps; 0: nothing is done, let the processor do it. */
int next_step(ucontext_t *);
/* Of such an instruction or call; false: it does something else, or is not
 * known. */
bool next_flow(const ucontext_t *, struct flow *);

#endif
