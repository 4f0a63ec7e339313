/* Loops of the program's code that may wait.
 *
 * A loop that polls memory calls MPI in each round, but no barrier of all, or
 * looks at the same bytes again and again. Whether a load is in such a loop is
 * told by its functions' machine code, since a look that finds at once what it
 * waits for is made once. Invariant: where that cannot be told, it may be. */
#ifndef ORIEL_TOUCH_LOOPS_H
#define ORIEL_TOUCH_LOOPS_H

enum loop {
  LOOP_NONE = 1, /* it is made once, or once between barriers of all */
  LOOP_PASSES,   /* in loops that call nothing which may call MPI, and do not
                    wait: it never comes back, or decides nothing there */
  LOOP_WAITS     /* in one that may */
};

/* The loops around the instrumentation's call, which self makes, that returns
 * to `site`: of its function, and of who has called that. */
enum loop loop_around(const void *site);

#endif
