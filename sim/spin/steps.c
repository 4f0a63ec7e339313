/* Stepping through the own code of a rank, to find whether it waits.
 *
 * The rank is stepped from where it is in the program or returns to it: by the
 * trap flag, and without it where execute.c knows the instruction. If its state
 * (state.c) comes back, twice in a row and by the same way, only a change of
 * memory by others can end the loop; so it is if nothing of what does not come
 * back decides where the loop goes (rounds.c). The rank is switched out, from
 * the signal handler, until an event writes memory that it can see, and is then
 * stepped again at that date; of its round, where that begins (start.c), or
 * where memory is at rest (rest.c). A rank that computes does neither, so the
 * host's speed decides nothing. Invariant: one strand is stepped at a time. */
#include "steps.h"

#include "budget.h"
#include "gaps.h"
#include "next.h"
#include "reach.h"
#include "rest.h"
#include "rounds.h"
#include "soon.h"
#include "start.h"
#include "state.h"
#include "way.h"

#include "../rank/rank.h"
#include "../rank/spinners.h"
#include "../touch/touch.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <ucontext.h>

enum { STATES = START_STEPS };

/* The states of the rank that is stepped. */
static struct {
  struct strand *strand; /* NULL: nobody is stepped */
  uint64_t states[STATES];
  int count;
  int cost, limit;
  int most;       /* of cost, until rounds.c has judged */
  int reference;  /* the state that is waited for: what leads into a loop does
                     not come again, so it is a later one from time to time */
  int period;     /* 0 until it came again */
  int met;        /* the first of the states of one that start.c notes; or 0 */
  int round;      /* of one that rest.c notes, and begins there; or 0 */
  int start;      /* of the former; it begins there */
  bool woken;     /* it is stepped since it was woken */
  bool outside;   /* before the first one: on the way to the program's code */
  bool differ;    /* they do not come again: */
  bool by_rounds; /* rounds.c judges */
  bool anew;      /* it has found that they do, after all */
  int round_cost; /* of the loop */
  greg_t frame;   /* the outermost in which the loop was, and */
  greg_t least;   /* the least address of the program executed there */
  struct code_range {
    uintptr_t low, high; /* instructions of the program: */
  } all, loop; /* since it is stepped; of the loop, with what it calls */
  unsigned long locks; /* taken when it began */
} steps;

int steps_enough;

/* What tells the loop from others: all its states, wherever it begins; 0:
 * nothing. Those that rounds.c tells are odd. (A state is a hash of addresses,
 * which are others in each run: no one of them may stand for the loop.) */
static uint64_t loop_seen(void)
{
  uint64_t sum = 0;
  const uint64_t *states = steps.states + steps.reference;
  for (int i = 0; i < steps.period; i++)
    sum += states[i];
  return sum & ~(uint64_t)1;
}

/* A hash of all that it has come by since it was woken, memory that it has
 * changed, too. It is another each time if it counts, or has not been stepped
 * through all of that. */
static uint64_t way_seen(void)
{
  static uint64_t others;
  uint64_t way = 0;
  if (!steps.woken || steps.by_rounds) return ++others;
  for (int i = 0; i < steps.count; i++)
    way += steps.states[i];
  return way;
}

/* Has it done nothing else since the stepping began? On the way back to the
 * same loop it may have stored. */
static bool never_left(void)
{
  for (int i = 0; i < steps.reference; i++)
    if (steps.states[i] != steps.states[i + steps.period]) return false;
  return true;
}

static void note_range(struct code_range *r, uintptr_t at)
{
  if (at < r->low) r->low = at;
  if (at > r->high) r->high = at;
}

static const struct code_range nowhere = {UINTPTR_MAX, 0};

/* The loop begins here, as far as is known. */
static void note_loop(void)
{
  steps.frame = 0;
  steps.loop = nowhere;
}

/* What tells the user which loop it is: the beginning of its code, not of what
 * it calls, so that it is the same wherever the tick met it. */
static void note_place(const ucontext_t *u)
{
  greg_t frame = u->uc_mcontext.gregs[REG_RSP];
  greg_t at = u->uc_mcontext.gregs[REG_RIP];
  if (!next_in_program(u)) return;
  note_range(&steps.all, (uintptr_t)at);
  note_range(&steps.loop, (uintptr_t)at);
  if (frame < steps.frame || (frame == steps.frame && at >= steps.least))
    return;
  steps.frame = frame;
  steps.least = at;
}

void steps_lose_sight(struct strand *s)
{
  s->stepped = false;
  s->loop = 0;
}

/* By a call, say: where it will be looked at next does not matter to note_left.
 */
static void leave_own_code(struct strand *s)
{
  steps_lose_sight(s);
  s->low = UINTPTR_MAX;
  s->in_loop = false;
}

static void step_end(ucontext_t *u)
{
  budget_end(steps.cost);
  u->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
  if (self) self->strand->loop = 0;
  if (steps.strand) steps_lose_sight(steps.strand);
  steps.strand = NULL;
}

/* A round may have a fourth of what a look may cost. */
static void begin_rounds(const ucontext_t *u)
{
  enum { PART = 4 };
  steps.most = steps.cost + steps.limit / PART;
  rounds_begin(u, self->strand->turn);
}

/* For a handler of each step: else one would overflow a stack that the program
 * does not, or where it does the report would tell another place each time. */
static bool has_room(const ucontext_t *u)
{
  enum { ROOM = 1 << 14 };
  void *low = NULL, *high = NULL;
  engine_stack(self->strand->context, &low, &high);
  uintptr_t sp = (uintptr_t)u->uc_mcontext.gregs[REG_RSP];
  if (sp < (uintptr_t)low || sp >= (uintptr_t)high) return true;
  size_t size = (size_t)((char *)high - (char *)low);
  return sp - (uintptr_t)low >= (size < 4 * ROOM ? size / 4 : ROOM);
}

/* What tells the flags would tell the program that it is stepped. */
static void pass_flags(ucontext_t *u)
{
  enum { PUSHF = 0x9c };
  const unsigned char *next = (void *)u->uc_mcontext.gregs[REG_RIP];
  if (*next != PUSHF) return;
  reach_go_on(u);
  next_step(u);
}

static void step_begin(ucontext_t *u)
{
  uint64_t loop = self->strand->loop;
  reach_begin();
  if (!next_is_readable(u) || !has_room(u)) {
    step_end(u);
    return;
  }
  pass_flags(u);
  if (steps.strand && steps.strand != self->strand)
    steps_lose_sight(steps.strand);
  steps.strand = self->strand;
  steps.strand->stepped = steps.strand->asked = true;
  steps.count = steps.cost = steps.period = steps.reference = 0;
  steps.met = steps.round = 0;
  steps.outside = steps.woken = false;
  steps.locks = self->strand->locks;
  steps.differ = steps.anew = false;
  steps.all = nowhere;
  rest_begin(NULL, 0);
  note_loop();
  note_place(u);
  steps.by_rounds = loop & 1;
  if (steps.by_rounds)
    begin_rounds(u);
  else
    state_begin(u);
  u->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

/* The loop is gone round once more, to find where a round begins. */
static bool knows_start(const ucontext_t *u, int n, bool inside)
{
  if (!steps.met) {
    steps.met = n;
    steps.round_cost = -steps.cost;
    start_begin();
  }
  int end = steps.met + steps.period;
  if (n < end) start_note(u, inside);
  if (n == end) {
    steps.start = steps.met + start_of_round();
    steps.round_cost += steps.cost;
  }
  return n >= end;
}

/* Another round of the loop, from where that begins: is it over? */
static bool round_is_over(const ucontext_t *u, int n)
{
  bool inside = next_in_program(u);
  if (!knows_start(u, n, inside)) return false;
  if (!steps.round && steps.states[n] == steps.states[steps.start]) {
    steps.round = n;
    rest_begin(NULL, 0);
    way_begin();
  }
  if (!steps.round || n > steps.round + steps.period) return steps.round;
  rest_note(u, n, inside);
  if (n == steps.round + steps.period) return true;
  way_note(u);
  return false;
}

static enum verdict judge_states(const ucontext_t *u, uint64_t state)
{
  if (steps.count == STATES || steps.cost > steps.limit) return STEP_COMPUTES;
  int n = steps.count++;
  steps.states[n] = state;
  /* What others look at may be another, though one instruction found all as it
   * was: then the round is longer. */
  if (steps.period && state != steps.states[n - steps.period])
    steps.period = steps.met = steps.round = 0;
  if (n && !steps.period && state == steps.states[steps.reference])
    steps.period = n - steps.reference;
  if (steps.period && round_is_over(u, n)) return STEP_SPINS;
  if (!steps.period && (n & (n - 1)) == 0) {
    steps.reference = n;
    note_loop();
  }
  return STEP_ON;
}

/* A loop is left at one place, wherever the tick met it: at rest, if it changes
 * memory; else where a round begins. */
static bool may_leave(const ucontext_t *u)
{
  int rest = rest_moment(self->strand->turn);
  if (rest < 0) rest = steps.round;
  return next_in_program(u) &&
         steps.states[steps.count - 1] == steps.states[rest];
}

/* What others see may come round again, later than a short look has gone. Who
 * is to count goes on in the loop that it has been found in. */
static enum verdict judge_rounds(const ucontext_t *u)
{
  enum verdict verdict = rounds_judge(u);
  if (rounds_begun()) note_loop();
  bool short_look = steps.limit < STEPS_COST && !steps.woken;
  if (verdict == STEP_SPINS && short_look && rest_moments())
    return STEP_COMPUTES;
  if (verdict != STEP_SPINS || !self->strand->effort) return verdict;
  steps.most = INT_MAX;
  return steps.cost < self->strand->effort ? STEP_ON : STEP_SPINS;
}

static void begin_states(const ucontext_t *u)
{
  steps.count = steps.period = steps.reference = 0;
  steps.met = steps.round = 0;
  steps.differ = steps.by_rounds = false;
  note_loop();
  state_begin(u);
}

/* A tick that came long before the loop had the states end too soon. */
static bool states_come_back(ucontext_t *u)
{
  if (steps.woken || steps.anew || !rounds_come_back()) return false;
  steps.anew = true;
  steps.cost = 0;
  begin_states(u);
  return true;
}

/* A loop whose states do not come back may wait all the same; a round begins in
 * the program, whatever it calls. */
static enum verdict judge(ucontext_t *u)
{
  if (steps.by_rounds) {
    if (steps.cost > steps.most) return STEP_COMPUTES;
    enum verdict verdict = judge_rounds(u);
    return states_come_back(u) ? STEP_ON : verdict;
  }
  if (!steps.differ) {
    enum verdict verdict = judge_states(u, state_of(u));
    if (verdict != STEP_COMPUTES) return verdict;
    steps.differ = true;
  }
  if (!next_in_program(u)) return STEP_ON;
  steps.by_rounds = true;
  note_loop();
  begin_rounds(u);
  return STEP_ON;
}

/* A tick that meets a loop in what it calls, such as the checker, goes on to
 * where that returns. True: not there yet. */
static bool approach(ucontext_t *u)
{
  if (!steps.outside) return false;
  if (next_in_program(u))
    step_begin(u);
  else if (steps.cost > steps.limit)
    step_end(u);
  return true;
}

/* Was it elsewhere than in the loop in which it was parked last? It is in this
 * one now; but a loop within one that changes memory, as by waiting for a lock,
 * is part of that. What a look has met before the loop is as the tick was, and
 * says nothing. */
static bool note_left(struct strand *s, bool changing)
{
  struct code_range been = steps.woken ? steps.all : steps.loop;
  bool left = been.low < s->low || been.high > s->high;
  s->in_loop = s->asked = true;
  if (!left && s->changing) return false;
  s->low = steps.loop.low;
  s->high = steps.loop.high;
  s->changing = changing;
  return left;
}

static void keep_reads(const ucontext_t *u)
{
  int count;
  const struct seen_span *spans = way_reads(u, &count);
  seen_keep(&self->strand->seen, spans, count);
}

/* What a look may cost that begins when the strand is woken; by that alone it
 * is told whether it has left its loop, so it must not depend on the tick. */
static int cost_of_woken(void)
{
  enum { ROUNDS = 32 };
  long round = steps.by_rounds ? rounds_length() * TRAP : steps.round_cost;
  long cost = STEPS_COST + ROUNDS * round;
  return cost < STEPS_COST_MAX ? (int)cost : STEPS_COST_MAX;
}

/* The loop waits, and may be left here. */
static void wait_here(ucontext_t *u)
{
  bool rounds = steps.by_rounds;
  int saved_errno = errno;
  if (!steps.woken && steps.limit > steps_enough) steps_enough = steps.limit;
  uint64_t loop = rounds ? rounds_loop() : loop_seen();
  bool stayed = rounds ? rounds_straight() : never_left();
  bool again = loop == self->strand->loop && stayed;
  self->strand->loop = loop;
  self->strand->loop_at = (const void *)steps.least;
  struct touch_look look = touch_looks((char *)u->uc_mcontext.gregs[REG_RIP]);
  int moments = rest_moments();
  keep_reads(u);
  soon_found();
  budget_found();
  int limit = cost_of_woken();
  steps.strand = NULL; /* others may be stepped meanwhile */
  rank_spin((struct spin){.again = again,
                          .left = note_left(self->strand, moments),
                          .moments = moments,
                          .way = way_seen()});
  touch_found(&look);
  errno = saved_errno;
  steps.limit = limit;
  step_begin(u);
  steps.woken = true;
}

/* An instruction is over. False: what comes next is not stepped from here. */
static bool step_over(ucontext_t *u)
{
  if (!self || self->strand != steps.strand || self->call ||
      self->strand->locks != steps.locks || !next_can_be_stepped(u) ||
      !has_room(u)) {
    if (self && self->strand == steps.strand && steps.woken)
      leave_own_code(steps.strand);
    step_end(u);
    if (self && self->strand->soon) soon_goes_on(); /* may not park in it */
    return false;
  }
  if (approach(u)) return steps.strand;
  enum verdict verdict = judge(u);
  note_place(u);
  if (verdict == STEP_COMPUTES) {
    if (!steps.woken) soon_in_vain();
    step_end(u);
    return false;
  }
  if (verdict == STEP_ON || !(steps.by_rounds || may_leave(u))) return true;
  wait_here(u);
  return false;
}

/* The processor has done an instruction. Those that follow are done here, up to
 * one that is left to it again. */
static void go_on(ucontext_t *u)
{
  reach_go_on(u);
  if (gaps_stepped(u)) return;
  state_stepped();
  steps.cost += TRAP;
  for (int cost = 1; cost && step_over(u); steps.cost += cost)
    cost = next_step(u);
}

void steps_look(ucontext_t *u, int cost)
{
  steps.limit = cost;
  steps.cost = 0;
  step_begin(u);
  steps.outside = steps.strand && !next_in_program(u);
}

void steps_leave(struct strand *s)
{
  leave_own_code(s);
  if (steps.strand != s) return;
  budget_end(steps.cost); /* else what others take would count, too */
  steps.strand = NULL;
}

/* Here no tick may look: it would find this handler, amid what it changes. */
void steps_signal(int signal, siginfo_t *info, void *context)
{
  struct strand *s = self ? self->strand : NULL;
  (void)signal, (void)info;
  if (s) s->in_handler = true;
  go_on(context);
  if (s) s->in_handler = false;
}
