/* What a rank stores and takes back before it waits.
 *
 * Ranks take turns where they wait. One that gives a lock back and takes it
 * again before that never shows it free, and who waits for it in a loop of his
 * own would wait for ever. So when others have waited in vain for long, a rank
 * that runs beside them is stepped through its own code, once it is there, up
 * to its next call; and whenever it has changed what one of them reads, that
 * one looks. Invariant: the rank goes on as if nobody had looked. */
#include "gaps.h"

#include "next.h"

#include "../rank/rank.h"
#include "../rank/spinners.h"

#include <signal.h>

enum { COST = TRAP * 4096 }; /* as in next.h */

static struct {
  struct strand *strand; /* NULL: nobody */
  bool begun, entered;   /* its first instruction; its own code */
  bool shows;            /* it is parked here, for others to look */
  int cost;
} watched;

/* Below the stack there may be something of the caller's. */
static void set_trap_flag(void)
{
  __asm__ volatile("lea -128(%%rsp), %%rsp\n\t"
                   "pushfq\n\t"
                   "orq %0, (%%rsp)\n\t"
                   "popfq\n\t"
                   "lea 128(%%rsp), %%rsp"
                   :
                   : "i"(TRAP_FLAG)
                   : "memory", "cc");
}

void gaps_look_away(void)
{
  if (watched.strand) watched.strand->watched = false;
  watched.strand = NULL;
}

void gaps_watch(void)
{
  sigset_t blocked;
  if (watched.strand == self->strand || watched.shows) return;
  if (pthread_sigmask(SIG_BLOCK, NULL, &blocked) ||
      sigismember(&blocked, SIGTRAP))
    return;
  gaps_look_away();
  watched.strand = self->strand;
  watched.strand->watched = watched.strand->asked = true;
  watched.begun = watched.entered = false;
  watched.cost = 0;
  set_trap_flag();
}

/* What its own code has called parks: that is no code to be stepped through. */
void gaps_parks(void)
{
  if (watched.strand == self->strand && watched.entered && !watched.shows)
    gaps_look_away();
}

/* What it calls, as of the instrumentation, may store, too, but is not to be
 * stopped amid that. */
static bool goes_on(const ucontext_t *u)
{
  return watched.strand && watched.cost <= COST && next_can_be_stepped(u) &&
         !(watched.entered && self->call);
}

/* It comes to its own code. Those that are about to look do that first. */
static void enter(const ucontext_t *u)
{
  if (watched.entered || !next_in_program(u)) return;
  watched.entered = true;
  self->strand->gaps = false;
  self->strand->stored_nothing = true;
  rank_yield();
  self->strand->stored_nothing = false;
  reach_begin();
}

static void end(ucontext_t *u)
{
  self->strand->gaps = false;
  gaps_look_away();
  if (!self->strand->stepped) u->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
}

bool gaps_stepped(ucontext_t *u)
{
  if (!watched.strand) return false;
  if (!self || self->strand != watched.strand) {
    if (!watched.shows) gaps_look_away(); /* it waits before that */
    return false;
  }
  if (!watched.begun) reach_begin();
  watched.begun = true;
  watched.cost += TRAP;
  while (goes_on(u)) {
    watched.shows = true;
    enter(u);
    if (watched.entered && next_in_program(u) && spinners_show()) reach_begin();
    watched.shows = false;
    int cost = watched.entered ? next_step(u) : 0;
    if (!cost) return true;
    watched.cost += cost;
  }
  end(u);
  return true;
}
