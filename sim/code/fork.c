/* All ways from a jump to where they join, by the code alone.
 *
 * Each instruction is read as it is in the frame of the jump: so one that uses
 * other memory than the stack's, or a place that is always the same, is none of
 * a fork's, nor is one that calls, returns, synchronises or is not known.
 * Invariant: what is said to join has no other way out, whatever the registers
 * and memory are, but for those that are fixed. */
#include "fork.h"

#include "instruction.h"
#include "reading.h"

enum { MOST = 64 }; /* instructions of a fork */

static const unsigned char *met[MOST];
static int met_count;

/* It is to be gone through, if it is not the join. False: too many are. */
static bool meet(const void *at, const void *join)
{
  if (at == join) return true;
  for (int i = 0; i < met_count; i++)
    if (met[i] == at) return true;
  if (met_count == MOST) return false;
  met[met_count++] = at;
  return true;
}

static bool goes_on(const struct instruction *i, const void *join)
{
  switch (i->kind) {
  case INSTRUCTION_PLAIN:
    return meet(i->end, join);
  case INSTRUCTION_JUMPS:
    return meet(i->to, join);
  case INSTRUCTION_BRANCHES:
    return meet(i->to, join) && meet(i->end, join);
  default:
    return false;
  }
}

/* Others may wait for what is exchanged, even on the stack. */
static bool synchronises(const unsigned char *at)
{
  struct code c = code_at(at);
  return c.locked || c.op == 0x86 || c.op == 0x87;
}

static bool add_store(struct fork *f, struct flow_span s,
                      const struct fork_frame *frame)
{
  if (s.size == 0) return true;
  if (s.at < frame->low || s.at >= frame->high) return false;
  if (f->store_count == FORK_STORES) return false;
  f->stores[f->store_count++] = s;
  return true;
}

static bool add(struct fork *f, const unsigned char *at, bool branches,
                const struct fork_frame *frame)
{
  struct flow flow;
  ucontext_t u = {.uc_mcontext.gregs = {[REG_RIP] = (greg_t)at,
                                        [REG_RSP] = (greg_t)frame->sp,
                                        [REG_RBP] = (greg_t)frame->bp}};
  if (synchronises(at) || !flow_next(&u, &flow) || flow.by_load) return false;
  if (branches) flow.decides &= ~FLOW_BIT(FLOW_FLAGS);
  f->fixed |= flow.decides;
  f->changed |= flow.to | flow.own;
  return add_store(f, flow.stores[0], frame) &&
         add_store(f, flow.stores[1], frame);
}

bool fork_joins(const void *jump, const void *join,
                const struct fork_frame *frame, struct fork *f)
{
  const uint64_t known = FLOW_WHOLE(RSP) | FLOW_WHOLE(RBP);
  f->changed = f->fixed = 0;
  f->store_count = met_count = 0;
  met[met_count++] = jump;
  for (int i = 0; i < met_count; i++) {
    struct instruction in = instruction_at(met[i]);
    bool branches = in.kind == INSTRUCTION_BRANCHES;
    if (!goes_on(&in, join) || !add(f, met[i], branches, frame)) return false;
  }
  if (f->changed & FLOW_WHOLE(RSP)) return false;
  return !(f->fixed & (f->changed | ~known));
}
