/* The clock: what happens at a date, and the date of what is next.
 *
 * engine.cpp says when: SimGrid's clock leads while it has flows under way, and
 * else clock_next() does. This is what of the engine needs no SimGrid.
 *
 * Invariant: engine_now() never decreases and is the exact date of the event
 * that runs; contexts run after the events of their date. */
#ifndef ORIEL_CLOCK_H
#define ORIEL_CLOCK_H

#include <stdbool.h>

/* The date of the next event, context, or end of a flow of links.c: now where
 * a context is woken; HUGE_VAL when there is none. */
double clock_next(void);
/* Let happen what is due until then: flows end, events, the contexts that they
 * wake. */
void clock_run(double due);
/* A flow begins, or waits; one of SimGrid's has ended at this date, which is
 * now. */
void clock_flow_begun(void);
void clock_flow_ended(double date);

/* What happens at a date is under way: engine.cpp asks for the next one when
 * that is over, and need not be told of any before. */
extern bool clock_running;
/* engine.cpp's: come back at clock_next(). */
void clock_arm(void);
/* Something is due that was not. */
static inline void clock_due(void)
{
  if (!clock_running) clock_arm();
}

#endif
