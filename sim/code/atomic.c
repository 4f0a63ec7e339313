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

/* clang 19 puts atomics of floating-point numbers in place so, and tells of
 * them as of stores: it compares with what it has just moved to RAX. */
static bool moves_float(const struct code *c)
{
  enum { MOVD = 0x0f7e, RAX = 0 };
  if (c->op != MOVD || (!c->word && !c->vector) || c->repeat) return false;
  struct code_place p = code_place(c);
  return !p.memory && p.number == RAX;
}

static bool compares(const struct code *c)
{
  return c->op == 0x0fb0 || c->op == 0x0fb1;
}

bool code_has_atomics(const unsigned char *from, const unsigned char *to)
{
  bool told = false;
  while (from < to) {
    struct instruction i = instruction_at(from);
    struct code c = code_at(from);
    if (i.kind == INSTRUCTION_UNKNOWN) return false;
    if (is_atomic(&c) && !(told && compares(&c))) return true;
    told = moves_float(&c);
    from = i.end;
  }
  return false;
}

bool code_updates_float(const unsigned char *from)
{
  bool moved = false;
  for (;;) {
    struct instruction i = instruction_at(from);
    struct code c = code_at(from);
    if (i.kind != INSTRUCTION_PLAIN) return false;
    if (moved && c.locked && compares(&c)) return true;
    moved = moves_float(&c);
    from = i.end;
  }
}
