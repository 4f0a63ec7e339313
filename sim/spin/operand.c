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

static bool within(unsigned op, unsigned low, unsigned high)
{
  return op >= low && op <= high;
}

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

/* PUSH, POP of memory, whose other place is on the stack; of flags. */
static bool is_special_push(const struct code *c)
{
  unsigned reg = *c->after >> 3 & 7;
  return (c->op == 0xff && reg == 6) || c->op == 0x8f ||
         within(c->op, 0x9c, 0x9d);
}

/* Strings, what has a longer prefix, addresses without ModRM, ports, system
 * calls, the processor's state, tables (XLAT). */
static bool is_special(const struct code *c, bool names_memory)
{
  unsigned op = c->op;
  if (c->odd || is_special_push(c)) return true;
  return within(op, 0xa0, 0xa7) || within(op, 0xaa, 0xaf) ||
         within(op, 0x6c, 0x6f) || op == 0x62 || op == 0xc4 || op == 0xc5 ||
         op == 0xc8 || op == 0xcd || op == 0xd7 || within(op, 0xe4, 0xe7) ||
         within(op, 0xec, 0xef) || op == 0xf4 || op == 0x0f05 || op == 0x0f34 ||
         op == 0x0f01 || op == 0x0ff7 || (op == 0x0fae && names_memory);
}

static uint8_t size_of(const struct code *c)
{
  unsigned op = c->op, two = op & 0xff;
  if (op < 0x0f00) {
    if (within(op, 0xd8, 0xdf)) return OPERAND_BYTES;
    if (op == 0x63) return 4;
    if (op == 0x69 || op == 0x6b) return code_size(c);
    return op & 1 ? code_size(c) : 1;
  }
  if (op >= 0x10000) return OPERAND_BYTES;
  if (within(two, 0x90, 0x9f) || two == 0xb0 || two == 0xc0 || two == 0xb6 ||
      two == 0xbe)
    return 1;
  if (two == 0xb7 || two == 0xbf) return 2;
  bool integer = within(two, 0x40, 0x4f) || within(two, 0xa3, 0xaf) ||
                 within(two, 0xb1, 0xbd) || two == 0xc1 || two == 0xc3;
  return integer ? code_size(c) : OPERAND_BYTES;
}

/* What is kept on the stack is in no register until it comes back. */
static struct operand stack_operand(const struct code *c, const ucontext_t *u)
{
  struct operand o = {.there = true, .all = true, .size = c->word ? 2 : 8};
  o.address = code_register(u, 4) - (is_push(c->op) ? o.size : 0);
  return o;
}

struct operand operand_next(const ucontext_t *u)
{
  struct operand o = {.there = false};
  struct touch_call call;
  if (known_call(u, &call))
    return (struct operand){.there = call.accesses,
                            .all = !call.second ||
                                   call.accesses <= OPERAND_BYTES / 2,
                            .size = call.accesses,
                            .address = call.arguments[0],
                            .second = call.second ? call.arguments[1] : 0};
  struct code c = code_at((void *)u->uc_mcontext.gregs[REG_RIP]);
  if (is_push(c.op) || is_pop(c.op)) return stack_operand(&c, u);
  o.size = size_of(&c);
  if (c.op == 0xa4 || c.op == 0xa5) { /* MOVS has no ModRM */
    o.there = true;
    o.address = code_register(u, 7);
    return o;
  }
  if (has_operand(&c)) {
    struct code_place place = code_place(&c, u);
    o.there = place.memory;
    o.relative = place.relative;
    o.address = place.address;
  }
  o.all = !is_special(&c, o.there);
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
  uint64_t left = PAGE - address % PAGE;
  memset(bytes, 0, OPERAND_BYTES);
  (void)!reach_read(address, bytes,
                    left < OPERAND_BYTES ? (uint8_t)left : OPERAND_BYTES);
}
