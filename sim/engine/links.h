/* Links that flows take in turns: each carries one flow at a time.
 *
 * A flow takes the first and the last link of its route together, and then
 * goes at the speed of the narrower one until it ends; so its end is a date,
 * known when it begins. One that finds a link taken waits for both. When a flow
 * ends, those that wait for its first link are looked at, then those that wait
 * for its last, each in the order in which they were asked for. Flows that end
 * at one date do so in that order, too.
 *
 * This is what SimGrid does with flows when it is told to let one at a time
 * through a link, for less (tests/unit/test_flows.c compares). It is right
 * where routes are two links, and no two hosts have one in common. */
#ifndef ORIEL_LINKS_H
#define ORIEL_LINKS_H

/* Links are numbered 0 .. n - 1; `bandwidth` in bytes/s. */
void links_open(int n);
void links_set(int link, double bandwidth);

/* A flow from now on, or from when both links are free; f(arg) at its end.
 * first != last. */
void links_flow(int first, int last, double bytes, void (*f)(void *),
                void *arg);

/* The date of the next end; HUGE_VAL when there is none. */
double links_head(void);
/* End those that end until then, in whose date engine_now() is: how many. */
unsigned links_run(double until);

#endif
