/* What is made of what a look has found, and whether that decides.
 *
 * By a branch, too: what is done on one of its ways only is made of it. A
 * branch decides of each look that is on one of its ways before these meet.
 * Invariant: where something found may be is said to be so, in registers, cells
 * and what pointers lead to, which is one: a call that may know of it may have
 * it there, and return it. */
#include "looking.h"

#include "../code/registers.h"
#include "../../model/memory.h"

#include <string.h>

/* Beside registers: it is where pointers lead; a load may be the look's; the
 * zero flag is made of it, which some instructions set without the carry. */
enum { THERE = FLOW_OTHERS, LOOKED, ZERO };

struct found {
  uint64_t registers, cells;
  bool met;
};

static struct found found[LOOKING_STEPS]; /* before each */
static bool decided[LOOKING_STEPS];       /* whether it comes, or where it is */
static bool again[LOOKING_STEPS];         /* whether it comes again */
static int look;                          /* whose finding is meant; ANY: all */
enum { ANY = -1 };

/* --- instructions --- */

/* What an instruction goes by. */
static uint64_t asked(const struct flow *f)
{
  uint64_t all = f->from | f->decides, flags = FLOW_BIT(FLOW_FLAGS);
  return all & flags && f->asks_zero ? (all & ~flags) | FLOW_BIT(ZERO) : all;
}

/* Where all flags are changed, that is. */
static uint64_t with_zero(uint64_t registers)
{
  return registers & FLOW_BIT(FLOW_FLAGS) ? registers | FLOW_BIT(ZERO)
                                          : registers;
}

static struct found call(const struct looking *l, int i, struct found f)
{
  const struct looking_step *s = &l->steps[i];
  uint64_t known = l->global | l->pointed | s->load;
  bool made = f.registers & (LOOKING_SCRATCH | FLOW_BIT(THERE)) ||
              f.cells & known || i == look || look == ANY;
  f.registers &= ~(with_zero(LOOKING_SCRATCH) | FLOW_BIT(LOOKED));
  if (s->step->tells) {
    if (i == look) f.registers |= FLOW_BIT(LOOKED);
  } else if (made) {
    f.registers |= with_zero(LOOKING_SCRATCH) | FLOW_BIT(THERE);
    f.cells |= l->pointed;
  }
  return f;
}

static struct found instruction(const struct looking *l, int i, struct found f)
{
  const struct looking_step *s = &l->steps[i];
  const struct flow *flow = &s->flow;
  uint64_t zero = flow->sum.flags ? FLOW_BIT(ZERO) : 0;
  bool by_pointer = s->loads || s->load & (l->global | l->pointed);
  bool made = f.registers & asked(flow) || f.cells & s->load;
  if (by_pointer && f.registers & (FLOW_BIT(THERE) | FLOW_BIT(LOOKED)))
    made = true;
  if (by_pointer && look == ANY) made = true;
  if (made)
    f.registers |= with_zero(flow->to | flow->own);
  else
    f.registers &= ~(with_zero(flow->anew | flow->own) | zero);
  if (made)
    f.cells |= s->store;
  else if (s->to >= 0 && flow->stores_anew)
    f.cells &= ~((uint64_t)1 << s->to);
  if (made && s->stores) f.registers |= FLOW_BIT(THERE);
  return f;
}

static bool join(int to, struct found f)
{
  struct found *t = &found[to];
  bool more = !t->met || f.registers & ~t->registers || f.cells & ~t->cells;
  t->registers |= f.registers;
  t->cells |= f.cells;
  t->met = true;
  return more;
}

/* --- branches --- */

/* Of a branch, whichever way is tainted by what it goes by. */
struct branch {
  bool known;
  int meet;           /* where all its ways meet; -1: nowhere in the loop */
  int *between;       /* what is on them before that... */
  int count;          /* ... */
  bool goes_round;    /* ... the branch itself, too; */
  struct found after; /* all that is changed there */
};
static struct branch branches[LOOKING_STEPS];

static bool gone[LOOKING_STEPS];
static int ways[LOOKING_STEPS + 1];

/* Go all ways from a branch, to the step `end`. How many steps there are up to
 * it; 0: a way leaves the loop, or none comes there. */
static int go(const struct looking *l, int branch, int end)
{
  int height = 1, count = 0;
  bool ends = false;
  memset(gone, 0, sizeof gone);
  ways[0] = branch;
  while (height) {
    const struct looking_step *s = &l->steps[ways[--height]];
    if (s->leaves) return 0;
    for (int k = 0; k < 2 && s->next[k] >= 0; k++) {
      int n = s->next[k];
      ends |= n == end;
      if (n == end || gone[n]) continue;
      gone[n] = true;
      ways[height++] = n;
      count++;
    }
  }
  return ends ? count + 1 : 0;
}

static void keep_ways(const struct looking *l, int branch, struct branch *b)
{
  struct found *f = &b->after;
  *f = (struct found){0, 0, true};
  b->count = 0;
  b->goes_round = false;
  for (int i = 0; i < l->count; i++) {
    const struct looking_step *s = &l->steps[i];
    if (!gone[i]) continue;
    bool stores = s->calls ? !s->step->tells : s->stores;
    f->registers |=
        with_zero(s->calls ? LOOKING_SCRATCH : s->flow.to | s->flow.own);
    f->cells |= s->store | (s->calls && stores ? l->pointed : 0);
    if (stores) f->registers |= FLOW_BIT(THERE);
    b->between[b->count++] = i;
    b->goes_round |= i == branch;
  }
}

static const struct branch *branch_at(const struct looking *l, int i)
{
  struct branch *b = &branches[i];
  int least = 0;
  if (b->known) return b;
  b->known = true;
  b->meet = -1;
  b->between = xrealloc(b->between, (size_t)l->count * sizeof *b->between);
  for (int end = 0; end < l->count; end++) {
    int n = go(l, i, end);
    if (!n || (least && n >= least)) continue;
    least = n;
    b->meet = end;
    keep_ways(l, i, b);
  }
  return b;
}

/* What comes is made of what a branch goes by. True: something is new. */
static bool go_ways(const struct looking *l, int i)
{
  const struct branch *b = branch_at(l, i);
  if (b->meet < 0) {
    memset(decided, true, sizeof decided);
    memset(again, true, sizeof again);
    return false;
  }
  for (int k = 0; k < b->count; k++) {
    decided[b->between[k]] = true;
    again[b->between[k]] |= b->goes_round;
  }
  return join(b->meet, b->after);
}

/* --- all of it --- */

/* Is where it is made of what it has found? */
static bool is_asked(const struct looking *l, int i)
{
  uint64_t where = FLOW_WHOLE(RDI);
  const struct looking_step *s = &l->steps[i];
  if (i != look) return false;
  if (!s->step->tells) where |= FLOW_WHOLE(RSI) | FLOW_WHOLE(RDX);
  return found[i].registers & where;
}

/* Go on from a step. True: something is new. */
static bool go_on(const struct looking *l, int i)
{
  const struct looking_step *s = &l->steps[i];
  bool branches = s->step->is.kind == INSTRUCTION_BRANCHES, more = false;
  struct found next =
      s->calls ? call(l, i, found[i]) : instruction(l, i, found[i]);
  for (int k = 0; k < 2 && s->next[k] >= 0; k++)
    more |= join(s->next[k], next);
  decided[i] |= is_asked(l, i);
  if (branches && found[i].registers & asked(&s->flow)) more |= go_ways(l, i);
  return more;
}

static void find(const struct looking *l, int of)
{
  bool more = true;
  look = of;
  for (int i = 0; i < l->count; i++) {
    found[i] = (struct found){0, 0, of == ANY || i == of};
    decided[i] = again[i] = false;
  }
  while (more && (of == ANY || !decided[of])) {
    more = false;
    for (int i = 0; i < l->count; i++)
      if (found[i].met) more |= go_on(l, i);
  }
}

bool looking_decides(const struct looking *l, const struct path_step *of)
{
  find(l, of->number);
  return decided[of->number];
}

void looking_find_waits(const struct looking *l)
{
  for (int i = 0; i < l->count; i++)
    branches[i].known = false;
  find(l, ANY);
  for (int i = 0; i < l->count; i++) {
    l->steps[i].step->waits = decided[i];
    l->steps[i].step->again = again[i] && !l->steps[i].apart;
  }
}
