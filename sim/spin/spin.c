/* Ranks that poll memory without calling MPI: when they are looked at.
 *
 * `while (!flag);` on a window is legal in the unified model [MPI-4.1 12.7],
 * and never calls us. A timer of the process's CPU time looks at the rank that
 * runs; one that has been in its own code for a while is stepped through some
 * ten thousand instructions (steps.c). Invariant: no look meets Oriel's own
 * handlers, nor a library for good, where a lock may be held. */
#include "spin.h"

#include "budget.h"
#include "gaps.h"
#include "soon.h"
#include "steps.h"

#include "../image/libc.h"
#include "../rank/rank.h"
#include "../rank/spinners.h"
#include "../touch/touch.h"

#include <stdint.h>
#include <sys/time.h>

enum { TICK_US = 4000, FIRST_LOOK = 1 };
/* A look may cost the more, the longer the rank has been there already, so that
 * it stays a small part of that. */
enum { TICKS_OF_COST = 640, FEW_TICKS = 16 };

/* The stretch of a rank's own code that is watched. */
static struct {
  const struct strand *strand;
  double time;         /* its local time: a call would have changed it */
  unsigned long locks; /* that it took: one that polls so is left to crew.c */
  long ticks;
  long next_look; /* in ticks; doubles, so that looking costs little */
} watched;

void (*spin_on_tick)(const ucontext_t *);

bool spin_in_own_code(const ucontext_t *u)
{
  return self && !self->call && next_in_program(u);
}

static void watch(struct rank *r)
{
  watched.strand = r ? r->strand : NULL;
  watched.time = r ? r->time : 0;
  watched.locks = r ? r->strand->locks : 0;
  watched.ticks = 0;
  watched.next_look = FIRST_LOOK + (r ? r->strand->in_vain / 4 : 0);
}

/* Most loops that wait are short, and found at once. */
static int cost_after(long ticks)
{
  long n = ticks / TICKS_OF_COST * STEPS_COST;
  long least =
      ticks < FEW_TICKS ? ticks * (STEPS_COST / FEW_TICKS) : STEPS_COST;
  if (least < steps_enough) least = steps_enough;
  if (n < least) n = least;
  return n < STEPS_COST_MAX ? (int)n : STEPS_COST_MAX;
}

/* It would end us. */
static bool is_blocked(const ucontext_t *u)
{
  return sigismember(&u->uc_sigmask, SIGTRAP);
}

/* On its way, or in steps_signal(); or it has jumped out of a handler of its
 * own, and is stepped no more. */
static bool is_stepped(const ucontext_t *u)
{
  struct strand *s = self ? self->strand : NULL;
  if (s && s->in_handler) return true;
  if (!s || !(s->stepped || s->watched)) return false;
  if (u->uc_mcontext.gregs[REG_EFL] & TRAP_FLAG || !next_in_program(u))
    return true;
  if (s->stepped) steps_lose_sight(s);
  if (s->watched) gaps_look_away();
  return false;
}

static void tick(ucontext_t *u)
{
  struct rank *r = self;
  if (spin_on_tick) spin_on_tick(u);
  if (is_stepped(u)) return;
  if (!r || r->call || r->strand != watched.strand || r->time != watched.time ||
      r->strand->locks != watched.locks) {
    watch(r && !r->call ? r : NULL);
    return;
  }
  if (++watched.ticks < watched.next_look || is_blocked(u)) return;
  int cost = budget_of(cost_after(FIRST_LOOK), cost_after(watched.ticks));
  if (!cost) return;
  watched.next_look *= 2;
  budget_begin();
  steps_look(u, cost);
}

/* The timer may come late, when another strand runs. */
static void ticked(int signal, siginfo_t *info, void *context)
{
  (void)signal;
  if (!soon_is(info))
    tick(context);
  else if (self && !self->call && soon_is_due() && !is_stepped(context) &&
           !is_blocked(context))
    steps_look(context, cost_after(FIRST_LOOK));
}

/* The stack on which handlers of faults run is everybody's: who is parked in
 * one has left there what the next would overwrite. */
static const struct strand *waiting_there;

static void note_handler(struct strand *s)
{
  bool is = libc_is_on_fault_stack(__builtin_frame_address(0));
  if (!is && waiting_there != s) return;
  waiting_there = is ? s : NULL;
  s->asked = is; /* it is looked at again */
}

static void refuse_two_handlers(const ucontext_t *u)
{
  if (!waiting_there || waiting_there == self->strand ||
      waiting_there->rank->state == RANK_ENDED)
    return;
  libc_refuse("a handler of SIGSEGV or the like, while another waits in one,",
              (char *)u->uc_mcontext.gregs[REG_RIP] + 1);
}

/* What its own code has called is no loop of its own. */
static void parks(void)
{
  struct strand *s = self->strand;
  gaps_parks();
  if (!s->spinning && !s->watched) steps_leave(s);
  s->asked = false; /* a tick may come between */
  note_handler(s);
  if (s->stepped || s->watched || s->in_loop) s->asked = true;
}

/* What is stepped through must not call the kernel. */
static void goes_on(void)
{
  soon_goes_on();
  if (self->strand->gaps) gaps_watch();
}

/* What SIGTRAP does when nobody steps. */
static struct sigaction before;

/* The length of the instruction before, if it is a breakpoint; else 0: a
 * debugger passes a signal of its own on. */
static int breakpoint_before(const ucontext_t *u)
{
  enum { INT = 0xcd, INT3 = 0xcc };
  const unsigned char *at = (void *)u->uc_mcontext.gregs[REG_RIP];
  if (at[-1] == INT3) return 1;
  return at[-2] == INT && at[-1] == 3 ? 2 : 0;
}

void spin_leave(ucontext_t *u)
{
  if (self && self->strand->stepped) steps_leave(self->strand);
  if (self && self->strand->watched) gaps_look_away();
  u->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
  if (!self) return;
  refuse_two_handlers(u);
  self->strand->asked = true; /* it may park in the handler */
}

/* A breakpoint of the program's own, which is no step: its handler is called,
 * where it is, or it is met once more, as a crash. */
static void met_breakpoint(int signal, siginfo_t *info, ucontext_t *u, int n)
{
  spin_leave(u);
  if (self && libc_machine_signal(signal, info, u)) return;
  u->uc_mcontext.gregs[REG_RIP] -= n;
  sigaction(signal, &before, NULL);
}

static void trapped(int signal, siginfo_t *info, void *context)
{
  int n = info->si_code == SI_KERNEL ? breakpoint_before(context) : 0;
  if (n)
    met_breakpoint(signal, info, context, n);
  else
    steps_signal(signal, info, context);
}

static void set_timer(long microseconds)
{
  struct itimerval every = {{0, microseconds}, {0, microseconds}};
  setitimer(ITIMER_PROF, &every, NULL);
}

static void handle(int signal, void (*handler)(int, siginfo_t *, void *),
                   int flags)
{
  struct sigaction action = {.sa_sigaction = handler,
                             .sa_flags = SA_SIGINFO | SA_RESTART | flags};
  sigaction(signal, &action, NULL);
}

void spin_open(void)
{
  touch_open_calls();
  spinners_goes_on = goes_on;
  spinners_parks = parks;
  soon_open();
  sigaction(SIGTRAP, NULL, &before);
  handle(SIGTRAP, trapped, SA_NODEFER); /* it parks the rank */
  handle(SIGPROF, ticked, SA_ONSTACK);
  set_timer(TICK_US);
}

void spin_close(void)
{
  soon_close();
  set_timer(0);
}
