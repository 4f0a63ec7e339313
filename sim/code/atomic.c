/* Atomic reads and writes: instructions with LOCK, and XCHG with memory. */
#include "atomic.h"

#include "instruction.h"

/* Compilers and programs make fences of `lock or $0, (%rsp)` and the like. */
static bool is_fence(const struct code *c, const struct code_place *p)
{
  enum { RSP = 4, WITH_BYTE = 0x83 };
  return c->op == WITH_BYTE && p->base == RSP && p->index < 0;
}

static bool is_atomic(const struct code *c)
{
  bool exchanges = c->op == 0x86 || c->op == 0x87;
  if (!c->locked && !exchanges) return false;
  struct code_place p = code_place(c);
  return p.memory && !is_fence(c, &p);
}

bool code_has_atomics(const unsigned char *from, const unsigned char *to)
{
  while (from < to) {
    struct instruction i = instruction_at(from);
    struct code c = code_at(from);
    if (i.kind == INSTRUCTION_UNKNOWN) return false;
    if (is_atomic(&c)) return true;
    from = i.end;
  }
  return false;
}
