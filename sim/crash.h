/* Crash: what is said when a rank is killed by a signal.
 *
 * The rank, the signal, and a backtrace with source lines; an overflow of its
 * stack is told as one. Then the run ends with EXIT_CRASH. */
#ifndef ORIEL_CRASH_H
#define ORIEL_CRASH_H

#include <signal.h>
#include <stdbool.h>

/* Catch the signals of crashes, on a stack of their own; after
 * engine_open(). */
void crash_open(void);

/* Asked first: has the program handled it? NULL: it has no handlers. */
extern bool (*crash_handler)(int signal, siginfo_t *, void *context);

/* Self is killed by a signal that it sent itself. */
void crash_raise(int signal) __attribute__((noreturn));

#endif
