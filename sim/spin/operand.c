/* x86's instructions, as far as they name memory; and calls that are one step.
 *
 * What an instruction does is not known here, but for the few whose memory is
 * not, or not only, where ModRM says: those are named. Invariant: nothing here
 * faults, wherever the program's pointers lead; that the next instruction can
 * be read has been asked before. */
#include "operand.h"

#include "code.h"
#include "known.h"
#include "reach.h"

#include <string.h>

static bool one_byte_has_operand(unsigned op)
{
  if (op < 0x40) return (op & 7) < 4;
  return op == 0x63 || op == 0x69 || op == 0x6b || within(op, 0x80, 0x8c) ||
         within(op, 0x8e, 0x8f) || op == 0xc0 || op == 0xc1 || op == 0xc6 ||
         op == 0xc7 || within(op, 0xd0, 0xd3) || within(op, 0xd8, 0xdf) ||
         op == 0xf6 || op == 0xf7 || op >= 0xfe;
}

/* Those without one include instructions that only prefetch memory, or do
 * nothing. */
static bool two_bytes_have_operand(unsigned char op)
{
  return !(within(op, 0x05, 0x0b) || op == 0x0d || within(op, 0x18, 0x1f) ||
           within(op, 0x30, 0x37) || op == 0x77 || within(op, 0x80, 0x8f) ||
           within(op, 0xa0, 0xa2) || within(op, 0xa8, 0xaa) ||
           within(op, 0xc8, 0xcf));
}

static bool has_operand(const struct code *c)
{
  if (c->op >= 0x10000) return true;
  return c->op < 0x0f00 ? one_byte_has_operand(c->op)
                        : two_bytes_have_operand((unsigned char)c->op);
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
  uint64_t at = code_register(u, 4) - (is_push(c->op) ? size : 0);
  return (struct operand){.size = size, .address = at, .least = at};
}

static struct operand call_operand(const struct touch_call *c)
{
  return (struct operand){.atomic = touch_is_atomic(c),
                          .size = c->writes[0].size,
                          .address = c->writes[0].at,
                          .least = c->writes[0].at,
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
    o.address = o.least = code_register(u, 7);
  } else if (has_operand(&c)) {
    struct code_place place = code_place(&c, u);
    o.size = place.memory ? OPERAND_BYTES : 0;
    o.relative = place.relative;
    o.address = place.address;
    o.atomic = c.locked || c.op == 0x86 || c.op == 0x87; /* XCHG */
    o.least = o.address + (o.relative ? (uintptr_t)place.after : 0);
  }
  return o;
}

uint64_t operand_address(struct operand o, const ucontext_t *after)
{
  return o.address +
         (o.relative ? (uint64_t)after->uc_mcontext.gregs[REG_RIP] : 0);
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
