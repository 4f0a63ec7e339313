/* x86's instructions, as far as they name memory; and calls that are one step.
 *
 * What an instruction does is not known here, but for the few whose memory is
 * not, or not only, where ModRM says: those are named. Invariant: nothing here
 * faults, wherever the program's pointers lead; that the next instruction can
 * be read has been asked before. */
#include "operand.h"

#include "known.h"
#include "reach.h"

#include "../code/instruction.h"
#include "../code/registers.h"

#include <string.h>

/* Vector extensions change no memory but by what is in a register; LEA only
 * names it, as do those that prefetch it, or do nothing. */
static bool has_operand(const struct code *c)
{
  bool names =
      c->op == 0x8d || c->op == 0x0f0d || within(c->op, 0x0f18, 0x0f1f);
  return !c->vector && !names && instruction_has_modrm(c);
}

static bool is_push(unsigned op)
{
  return within(op, 0x50, 0x57);
}

static bool is_pop(unsigned op)
{
  return within(op, 0x58, 0x5f);
}

/* What is kept on the stack is in no register until it comes back. */
static struct operand stack_operand(const struct code *c, const ucontext_t *u)
{
  size_t size = c->word ? 2 : 8;
  uint64_t at = register_value(u, RSP) - (is_push(c->op) ? size : 0);
  return (struct operand){.size = size, .address = at};
}

static struct operand call_operand(const struct touch_call *c)
{
  return (struct operand){.atomic = touch_is_atomic(c),
                          .size = c->writes[0].size,
                          .address = c->writes[0].at,
                          .second = c->writes[1].size ? c->writes[1].at : 0};
}

struct operand operand_next(const ucontext_t *u)
{
  struct operand o = {.size = 0};
  struct touch_call call;
  if (known_call(u, &call)) return call_operand(&call);
  struct code c = code_at((void *)u->uc_mcontext.gregs[REG_RIP]);
  if (is_push(c.op) || is_pop(c.op)) return stack_operand(&c, u);
  if (c.op == 0xa4 || c.op == 0xa5) { /* MOVS has no ModRM */
    o.size = OPERAND_BYTES;
    o.address = register_value(u, RDI);
  } else if (has_operand(&c)) {
    struct code_place place = code_place(&c);
    const unsigned char *end = NULL;
    if (!place.memory) return o;
    if (place.relative) end = instruction_end(&c, &place);
    o.size = OPERAND_BYTES;
    o.address = register_address(u, &c, &place, end);
    o.atomic = c.locked || c.op == 0x86 || c.op == 0x87; /* XCHG */
  }
  return o;
}

void operand_read(uint64_t address, char bytes[OPERAND_BYTES])
{
  enum { PAGE = 4096 };
  size_t left = PAGE - address % PAGE, rest = 0;
  if (left < OPERAND_BYTES)
    rest = OPERAND_BYTES - left;
  else
    left = OPERAND_BYTES;
  memset(bytes, 0, OPERAND_BYTES);
  (void)!reach_read(address, bytes, left);
  if (rest) (void)!reach_read(address + left, bytes + left, rest);
}
