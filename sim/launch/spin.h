/* Ranks that poll memory without calling MPI. */
#ifndef ORIEL_SPIN_H
#define ORIEL_SPIN_H

#include <stdbool.h>
#include <ucontext.h>

/* Has a signal met a rank in its program's own code, outside MPI? No lock of a
 * library is held there and no object of Oriel is half changed, so a handler
 * may call anything; on a stack that is large enough. */
bool spin_in_own_code(const ucontext_t *);
/* Called 50 times in a second of the process's CPU time, from a handler on the
 * stack of signals. Before spin_open. */
extern void (*spin_on_tick)(const ucontext_t *);

/* Watch, with so many seconds of host CPU time as patience. */
void spin_open(double patience);
void spin_close(void);

#endif
