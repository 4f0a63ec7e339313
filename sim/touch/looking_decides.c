/* What is made of what a look has found, and whether that decides.
 *
 * By a branch, too: what is done on one of its ways only is made of it. A
 * branch after which the next look may come or not decides. Invariant: where
 * something found may be is said to be so, in registers, cells and what
 * pointers lead to, which is one. */
#include "looking.h"

#include "../code/registers.h"
#include "../../model/memory.h"

#include <stdlib.h>

/* Beside registers: it is where pointers lead; a load may be the look's; the
 * zero flag is made of it, which some instructions set without the carry. */
enum { THERE = FLOW_OTHERS, LOOKED, ZERO };
enum { MOST = 1 << 22 }; /* steps that are gone through for one branch */

struct found {
  uint64_t registers, cells;
  bool met;
};

static struct found found[LOOKING_STEPS]; /* before each */
static bool by_any;                       /* what any load has found is meant */

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
  uint64_t pointed = l->global | l->pointed;
  bool made = f.registers & (LOOKING_SCRATCH | FLOW_BIT(THERE)) ||
              f.cells & pointed || i == l->look || by_any;
  f.registers &= ~(with_zero(LOOKING_SCRATCH) | FLOW_BIT(LOOKED));
  if (s->step->tells) {
    if (i == l->look) f.registers |= FLOW_BIT(LOOKED);
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
  if (by_pointer && by_any) made = true;
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

/* Go all ways from a branch, to the step `end`. How many steps there are up to
 * it; 0: a way comes to the function's end, or none comes there. */
static size_t go(const struct paths *p, const struct path_step *branch,
                 const struct path_step *end, bool *gone,
                 const struct path_step **stack)
{
  const struct path_step *next[2];
  size_t height = 1, count = 0;
  bool ends = false;
  for (size_t i = 0; i < p->count; i++)
    gone[i] = false;
  stack[0] = branch;
  while (height) {
    int n = paths_next(p, stack[--height], next);
    if (!n) return 0;
    for (int i = 0; i < n; i++) {
      ends |= next[i] == end;
      if (next[i] == end || gone[next[i] - p->steps]) continue;
      gone[next[i] - p->steps] = true;
      stack[height++] = next[i];
      count++;
    }
  }
  return ends ? count + 1 : 0;
}

/* All that is changed on a way from a branch to where its ways meet. */
static struct found changed(const struct looking *l, const bool *gone)
{
  struct found f = {0, 0, true};
  for (int i = 0; i < l->count; i++) {
    const struct looking_step *s = &l->steps[i];
    if (!gone[s->step - l->paths->steps]) continue;
    bool stores = s->calls ? !s->step->tells : s->stores;
    f.registers |=
        with_zero(s->calls ? LOOKING_SCRATCH : s->flow.to | s->flow.own);
    f.cells |= s->store | (s->calls && stores ? l->pointed : 0);
    if (stores) f.registers |= FLOW_BIT(THERE);
  }
  return f;
}

/* Where all its ways meet, before which the look is on none; -1: nowhere, so it
 * decides. */
static int meets_at(const struct looking *l, int branch, struct found *f)
{
  const struct paths *p = l->paths;
  size_t least = 0;
  int at = -1;
  if (p->count * (size_t)l->count > MOST) return -1;
  bool *gone = xmalloc(p->count * sizeof *gone);
  const struct path_step **stack = xmalloc((p->count + 1) * sizeof(void *));
  for (int i = 0; i < l->count; i++) {
    size_t n = go(p, l->steps[branch].step, l->steps[i].step, gone, stack);
    if (!n || (least && n >= least)) continue;
    least = n;
    at = gone[l->steps[l->look].step - p->steps] ? -1 : i;
    *f = changed(l, gone);
  }
  free(gone);
  free(stack);
  return at;
}

/* --- all of it --- */

static bool is_asked(const struct looking *l, int i)
{
  uint64_t where = FLOW_WHOLE(RDI);
  const struct looking_step *s = &l->steps[i];
  if (i != l->look || by_any) return false;
  if (!s->step->tells) where |= FLOW_WHOLE(RSI) | FLOW_WHOLE(RDX);
  return found[i].registers & where;
}

/* Go on from a step. True: something is new. */
static bool go_on(const struct looking *l, int i, bool *decides)
{
  const struct looking_step *s = &l->steps[i];
  bool branches = s->step->is.kind == INSTRUCTION_BRANCHES, more = false;
  struct found next =
      s->calls ? call(l, i, found[i]) : instruction(l, i, found[i]);
  for (int k = 0; k < 2 && s->next[k] >= 0; k++)
    more |= join(s->next[k], next);
  *decides |= is_asked(l, i);
  if (branches && found[i].registers & asked(&s->flow)) {
    struct found one_way;
    int at = meets_at(l, i, &one_way);
    if (at >= 0) more |= join(at, one_way);
    *decides |= at < 0;
  }
  return more;
}

static bool something_decides(const struct looking *l)
{
  bool decides = false, more = true;
  for (int i = 0; i < l->count; i++)
    found[i] = (struct found){0, 0, i == l->look};
  while (more && !decides) {
    more = false;
    for (int i = 0; i < l->count && !decides; i++)
      if (found[i].met) more |= go_on(l, i, &decides);
  }
  return decides;
}

/* A loop that waits for one thing may look at others meanwhile. */
bool looking_decides(const struct looking *l)
{
  by_any = false;
  bool decides = something_decides(l);
  by_any = true;
  return decides || something_decides(l);
}
