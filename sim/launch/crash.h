/* Crash: what is said when a rank is killed by a signal.
 *
 * The rank, the signal, and a backtrace with source lines; an overflow of its
 * stack is told as one. Then the run ends with EXIT_CRASH. */
#ifndef ORIEL_CRASH_H
#define ORIEL_CRASH_H

/* Catch the signals of crashes, on a stack of their own; after
 * engine_open(). */
void crash_open(void);
/* Called when the report cannot be completed, since memory is damaged: to write
 * what is there, by write(2). NULL: nothing. */
extern void (*crash_rescue)(void);

#endif
