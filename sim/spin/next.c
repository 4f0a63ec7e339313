/* A step, of those that need no trap, and what it reads and changes. What is
 * called may be ours, and change what the caller knows: hence the barrier. */
#include "next.h"

#include "execute.h"
#include "known.h"
#include "reach.h"

#include "../code/registers.h"

#include <string.h>

/* --- making it --- */

int next_step(ucontext_t *u)
{
  struct touch_call c;
  int cost = 1;
  if (known_call(u, &c)) {
    cost += (int)((c.reads[0].size + c.writes[0].size) / TRAP);
    known_make(u, &c);
  } else if (!execute_next(u)) {
    return 0;
  }
  __asm__ volatile("" : : : "memory");
  return cost;
}

/* --- what it reads and changes --- */

static struct flow_span span(struct touch_span s)
{
  return (struct flow_span){s.at, s.size};
}

static uint64_t arguments(unsigned which)
{
  static const int names[] = {RDI, RSI, RDX, RCX, 8, 9};
  uint64_t set = 0;
  for (int i = 0; i < 6; i++)
    if (which >> i & 1) set |= FLOW_WHOLE(names[i]);
  return set;
}

/* Its first argument is the word, its second one a number. */
static void sum(const struct touch_call *c, struct flow_sum *s)
{
  static const struct flow_sum none;
  struct flow_place word = {true, c->arguments[0]};
  struct flow_place result = {false, RAX}, argument = {false, RSI};
  bool loads = c->sum == TOUCH_LOADS;
  s->size = (uint8_t)(loads ? c->returns : c->writes[0].size);
  s->kept = true;
  s->to = loads ? result : word;
  s->terms[0].times = c->sum == TOUCH_SUBTRACTS ? -1 : 1;
  s->terms[0].place = loads ? word : argument;
  s->terms[1].times = c->sum >= TOUCH_ADDS;
  s->terms[1].place = word;
  s->swaps = !loads && c->returns;
  s->old = result;
  if (c->sum == TOUCH_MIXES || (s->size != 4 && s->size != 8)) *s = none;
}

static void call(struct flow *f, const struct touch_call *c)
{
  f->decides = arguments(c->pointers) | FLOW_WHOLE(RSP);
  f->own = FLOW_WHOLE(RSP);
  f->from = arguments(c->values);
  for (int i = 0; i < 3; i++)
    f->loads[i] = span(c->reads[i]);
  for (int i = 0; i < 2; i++)
    f->stores[i] = span(c->writes[i]);
  f->stores_anew = true;
  f->copies = c->copies;
  if (c->returns)
    f->to = FLOW_WHOLE(RAX) | (c->returns > 8 ? FLOW_WHOLE(RDX) : 0);
  f->anew = f->to;
  sum(c, &f->sum);
}

/* What it divides by, where that is in memory. */
static void read_divisor(struct flow_part *p)
{
  static const struct flow_part none;
  if (!p->by.memory) return;
  reach_read(p->by.at, &p->divisor, p->size);
  if (!p->divisor) *p = none;
}

bool next_flow(const ucontext_t *u, struct flow *f)
{
  struct touch_call c;
  if (!known_call(u, &c)) {
    bool known = flow_next(u, f);
    read_divisor(&f->part);
    return known;
  }
  memset(f, 0, sizeof *f);
  call(f, &c);
  return true;
}
