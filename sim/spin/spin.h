/* Ranks that poll memory without calling MPI: found, and switched out. */
#ifndef ORIEL_SPIN_H
#define ORIEL_SPIN_H

#include <stdbool.h>
#include <ucontext.h>

/* Has a signal met a rank in its program's own code, outside MPI? No lock of a
 * library is held there and no object of Oriel is half changed, so a handler
 * may call anything; on a stack that is large enough. */
bool spin_in_own_code(const ucontext_t *);
/* A signal of the machine has met self: how it goes on is for a handler of the
 * program's to say, which is no step of a loop. */
void spin_leave(ucontext_t *);
/* Called 250 times in a second of the process's CPU time, from a handler on the
 * stack of signals. Before spin_open. */
extern void (*spin_on_tick)(const ucontext_t *);

/* Watch ranks from now on; no more. */
void spin_open(void);
void spin_close(void);

#endif
