/* Looking: a look, and the loops around it, as flows.
 *
 * Nothing is executed: of memory that an instruction names by the function's
 * frame, or as a global, each place is a cell; all other memory is reached
 * through pointers, and one. A pointer may lead to all of the variable that it
 * is made of, an index to all of the frame that is no variable of its own. */
#ifndef ORIEL_LOOKING_H
#define ORIEL_LOOKING_H

#include "paths.h"

#include "../code/flow.h"

enum { LOOKING_STEPS = 1024, LOOKING_CELLS = 64 };

/* Registers that a call may change, those of its arguments among them. */
#define LOOKING_SCRATCH                                                        \
  (FLOW_WHOLE(RAX) | FLOW_WHOLE(RCX) | FLOW_WHOLE(RDX) | FLOW_WHOLE(RSI) |     \
   FLOW_WHOLE(RDI) | FLOW_WHOLE(8) | FLOW_WHOLE(9) | FLOW_WHOLE(10) |          \
   FLOW_WHOLE(11) | FLOW_BIT(FLOW_FLAGS) | FLOW_BIT(FLOW_X87) | FLOW_VECTORS)

struct looking_step {
  struct path_step *step;
  bool calls;           /* and this is no flow: */
  struct flow flow;     /* without memory, which is here: */
  bool loads, stores;   /* through pointers; */
  uint64_t load, store; /* or cells that it meets, by bits; */
  int from, to;         /* the one that it is; -1: none */
  struct looking_span { /* what it names of memory, for the reader only */
    uint64_t at;
    size_t size;
  } loaded, stored;
  int next[2]; /* numbers of those that may follow; -1: none */
  bool leaves; /* others may, or none */
  bool apart;  /* what it tells of is reached by no pointer, nor global */
};

struct looking {
  const struct paths *paths;
  int loop, count;
  struct looking_step steps[LOOKING_STEPS];
  int cells;
  uint64_t global, pointed; /* those that pointers are made of, by bits */
};

/* Of a loop. NULL: it cannot be read. It is there until the next question. */
const struct looking *looking_read(const struct paths *, int loop);
/* The next one is of another function. */
void looking_forget(void);

/* Does each look come to other memory than the one before, always further by as
 * much, so that none comes back? */
bool looking_moves_on(const struct looking *, const struct path_step *look);
/* May what it finds decide where the next look is, or whether there is one? */
bool looking_decides(const struct looking *, const struct path_step *look);
/* May what any load finds, or a call returns or leaves, decide whether a step
 * of it comes, or comes again? Says so of each: `waits`, `again`. */
void looking_find_waits(const struct looking *);

#endif
