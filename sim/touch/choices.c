/* One round of the loop, as flows through which what is chosen is followed.
 *
 * Nothing is executed: of addresses only those in the function's own frame, and
 * of its globals, are told from each other, and all other memory is one.
 * Invariant: memory in which something chosen may be is said to be so. */
#include "choices.h"

#include "../code/registers.h"
#include "../code/taint.h"

#include <string.h>

/* Beside registers: what is chosen, what the look has found, and whether any of
 * that has been stored; or stored where some pointer leads. */
enum { CHOSEN = FLOW_OTHERS, FOUND, STORED, POINTED };
enum { ROUND = 512 };

/* Registers that a call may change, and those with its arguments. */
#define SCRATCH                                                                \
  (FLOW_WHOLE(RAX) | FLOW_WHOLE(RCX) | FLOW_WHOLE(RDX) | FLOW_WHOLE(RSI) |     \
   FLOW_WHOLE(RDI) | FLOW_WHOLE(8) | FLOW_WHOLE(9) | FLOW_WHOLE(10) |          \
   FLOW_WHOLE(11) | FLOW_BIT(FLOW_FLAGS) | FLOW_BIT(FLOW_X87) | FLOW_VECTORS)

static struct flow flows[ROUND];

/* The register that its frame is found by. */
static int frame_of(const unsigned char *begin)
{
  static const unsigned char marks[] = {0xf3, 0x0f, 0x1e, 0xfa}; /* endbr64 */
  static const unsigned char keeps[] = {0x55, 0x48, 0x89, 0xe5};
  if (!memcmp(begin, marks, sizeof marks)) begin += sizeof marks;
  return memcmp(begin, keeps, sizeof keeps) ? RSP : RBP;
}

/* Does it name memory by the frame, or a global? */
static bool is_fixed(const unsigned char *at, int frame)
{
  struct code c = code_at(at);
  if (!instruction_has_modrm(&c)) return false;
  struct code_place p = code_place(&c);
  return p.memory && !c.local && p.index < 0 && (p.base == frame || p.base < 0);
}

/* What is stored through a pointer may be anywhere. */
static void through_pointer(struct flow *f)
{
  bool loads = f->loads[0].size || f->loads[1].size;
  bool stores = f->stores[0].size || f->stores[1].size;
  uint64_t there = FLOW_BIT(STORED) | FLOW_BIT(POINTED);
  if (loads) f->from |= there;
  if (loads && f->by_load) f->decides |= there;
  if (stores) f->to |= there;
  memset(f->loads, 0, sizeof f->loads);
  memset(f->stores, 0, sizeof f->stores);
}

static void fixed(struct flow *f)
{
  if (f->loads[0].size) f->from |= FLOW_BIT(POINTED);
  if (f->stores[0].size) f->to |= FLOW_BIT(STORED);
}

/* It may read and write what its arguments lead to. */
static void call(const struct path_step *s, struct flow *f)
{
  uint64_t there = FLOW_BIT(STORED) | FLOW_BIT(POINTED);
  memset(f, 0, sizeof *f);
  f->to = f->anew = SCRATCH;
  if (s->tells) return;
  f->from = SCRATCH | there;
  f->to |= there;
}

static bool instruction(const struct path_step *s, int frame, struct flow *f)
{
  ucontext_t u = {.uc_flags = 0};
  u.uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)s->at;
  if (!flow_next(&u, f)) return false;
  uint64_t changed = f->to | f->own;
  if (changed & (FLOW_WHOLE(RSP) | FLOW_WHOLE(frame))) return false;
  if (is_fixed(s->at, frame))
    fixed(f);
  else
    through_pointer(f);
  memset(&f->sum, 0, sizeof f->sum);
  if (instruction_chooses(s->at)) f->from |= FLOW_BIT(CHOSEN);
  return true;
}

/* From the look on, which is a call that tells of the load behind it; 0: it
 * cannot be read. */
static int read_round(const struct paths *p, const struct path_step *look)
{
  const struct path_step *s = look;
  int count = 0, frame = frame_of(p->begin->at);
  bool found = false;
  do {
    struct flow *f = &flows[count++];
    if (instruction_calls(&s->is))
      call(s, f);
    else if (!instruction(s, frame, f))
      return 0;
    if (!found && f->from & FLOW_BIT(STORED)) f->from |= FLOW_BIT(FOUND);
    found |= f->from >> FOUND & 1;
    s = paths_in_round(p, s);
  } while (s != look && count < ROUND);
  return s == look ? count : 0;
}

static bool comes_to_decide(int what, int count)
{
  taint_clear();
  taint_registers(FLOW_BIT(what));
  return !taint_decides_nothing(flows, count);
}

/* Of all that is decided only where the next look is, and of all that is stored
 * only what has a place of its own: loops that copy words do not wait. */
static void leave_only_look(int count)
{
  uint64_t there = FLOW_BIT(STORED) | FLOW_BIT(POINTED);
  for (struct flow *f = flows; f < flows + count; f++) {
    f->from |= f->decides;
    f->to = (f->to | f->own) & ~there;
    f->decides = f->own = 0;
  }
  flows->decides = FLOW_WHOLE(RDI);
}

bool choices_decide(const struct paths *p, const void *site)
{
  const struct path_step *look = p->steps;
  bool chooses = false;
  for (const struct path_step *s = p->steps; s < p->steps + p->count; s++) {
    chooses |= s->after && s->before && instruction_chooses(s->at);
    if (s->is.end == site) look = s;
  }
  int count = read_round(p, look);
  if (!count || (chooses && comes_to_decide(CHOSEN, count))) return chooses;
  leave_only_look(count);
  return comes_to_decide(FOUND, count);
}
