/* Loops of the program's code that may wait.
 *
 * A loop that polls memory calls MPI in each round, but no barrier of all, or
 * looks at the same bytes again and again. Whether a load is in such a loop is
 * told by its functions' machine code, since a look that finds at once what it
 * waits for is made once. Invariant: where that cannot be told, it may be. */
#ifndef ORIEL_LOOPS_H
#define ORIEL_LOOPS_H

#include <stdint.h>

enum loop {
  LOOP_NONE = 1, /* it is made once, or once between barriers of all */
  LOOP_ROUND,    /* in a loop that calls nothing which may call MPI, and goes
                    round one way only: no other loop is in or around it */
  LOOP_SHORT,    /* in another one that calls nothing which may call MPI */
  LOOP_WAITS     /* in one that may */
};

/* The loops around the instrumentation's call, which self makes, that returns
 * to `site`: of its function, and of who has called that. `*way`: the same for
 * the same calls on the way there, where they are no LOOP_WAITS. */
enum loop loop_around(const void *site, uint64_t *way);

#endif
