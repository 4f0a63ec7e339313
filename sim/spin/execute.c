/* Instructions that need no trap: those that loops are made of.
 *
 * A step by the trap flag costs the host microseconds, most of which the kernel
 * takes. Most of what a loop that waits is made of (moves, sums, comparisons,
 * jumps and calls, of integers, and atomic changes) is done here, in the
 * handler, some ten times cheaper; all else the processor does. Invariants: an
 * instruction is done to the last bit as the processor would, but for flags
 * that are undefined behind it, or not at all; nothing here faults, as memory
 * is asked for first. tests/unit/test_execute.c compares with the processor. */
#include "execute.h"

#include "next.h"
#include "reach.h"

#include "../code/number.h"
#include "../code/registers.h"

#include <string.h>

/* An instruction: the registers as they will be, unless something is not to be
 * had. Memory is written last. */
struct execution {
  greg_t r[NGREG];
  uint64_t flags;
  struct code c;
  struct code_place place;
  uint64_t address;        /* of that, if it is memory */
  const unsigned char *at; /* what comes next of it */
  uint8_t size;            /* of its operands */
};

static bool load(uint64_t address, uint64_t *value, uint8_t size)
{
  *value = 0;
  return reach_read(address, value, size);
}

/* The bytes that the instruction goes on with, as a number with a sign. */
static uint64_t immediate(struct execution *e, uint8_t size)
{
  uint64_t value = 0;
  memcpy(&value, e->at, size);
  e->at += size;
  return number_extend(value, size);
}

/* --- registers --- */

static greg_t *register_at(struct execution *e, int number)
{
  return &e->r[register_name(number)];
}

static uint64_t get(struct execution *e, int number, uint8_t size)
{
  return number_cut((uint64_t)*register_at(e, number), size);
}

static void put(struct execution *e, int number, uint64_t value, uint8_t size)
{
  greg_t *r = register_at(e, number);
  uint64_t rest = size < 4 ? (uint64_t)*r - number_cut((uint64_t)*r, size) : 0;
  *r = (greg_t)(rest | number_cut(value, size));
}

/* The second byte of the first four registers. */
static bool is_high(const struct execution *e, int number, uint8_t size)
{
  return size == 1 && !e->c.rex && within((unsigned)number, 4, 7);
}

/* --- ModRM --- */

/* Read it; `left` bytes of the instruction come behind it. */
static void read_place(struct execution *e, const ucontext_t *u, int left)
{
  e->place = code_place(&e->c);
  e->at = e->place.after;
  if (e->place.memory)
    e->address = register_address(u, &e->c, &e->place, e->at + left);
}

static bool get_place(struct execution *e, uint64_t *value, uint8_t size)
{
  if (e->place.memory) return load(e->address, value, size);
  if (is_high(e, e->place.number, size)) return false;
  *value = get(e, e->place.number, size);
  return true;
}

static bool put_place(struct execution *e, uint64_t value, uint8_t size)
{
  if (e->place.memory) return reach_write(e->address, &value, size);
  if (is_high(e, e->place.number, size)) return false;
  put(e, e->place.number, value, size);
  return true;
}

/* --- sums and comparisons --- */

enum { COMPARE = 7 };

/* By the number that instructions have for it. */
static uint64_t arithmetic(struct execution *e, int operation, uint64_t a,
                           uint64_t b)
{
  uint8_t size = e->size;
  bool carry = e->flags & CF;
  b = number_cut(b, size);
  switch (operation) {
  case 0:
    return number_add(a, b, false, size, &e->flags);
  case 1:
    return number_logic(a | b, size, &e->flags);
  case 2:
    return number_add(a, b, carry, size, &e->flags);
  case 3:
    return number_subtract(a, b, carry, size, &e->flags);
  case 4:
    return number_logic(a & b, size, &e->flags);
  case 6:
    return number_logic(a ^ b, size, &e->flags);
  default:
    return number_subtract(a, b, false, size, &e->flags);
  }
}

/* The operation of two operands, of which the first takes the result. */
static bool two_operands(struct execution *e, const ucontext_t *u)
{
  int operation = (int)(e->c.op >> 3), form = e->c.op & 7;
  uint64_t a, b;
  if (form >= 4) { /* RAX and an immediate */
    b = immediate(e, code_immediate_size(e->size));
    a = arithmetic(e, operation, get(e, RAX, e->size), b);
    if (operation != COMPARE) put(e, RAX, a, e->size);
    return true;
  }
  read_place(e, u, 0);
  if (is_high(e, e->place.other, e->size)) return false;
  if (!get_place(e, &a, e->size)) return false;
  b = get(e, e->place.other, e->size);
  bool to_register = form >= 2;
  a = to_register ? arithmetic(e, operation, b, a)
                  : arithmetic(e, operation, a, b);
  if (operation == COMPARE) return true;
  if (!to_register) return put_place(e, a, e->size);
  put(e, e->place.other, a, e->size);
  return true;
}

static bool with_immediate(struct execution *e, const ucontext_t *u)
{
  uint8_t n = e->c.op == 0x83 ? 1 : code_immediate_size(e->size);
  uint64_t a;
  read_place(e, u, n);
  int operation = code_part(&e->c);
  if (!get_place(e, &a, e->size)) return false;
  a = arithmetic(e, operation, a, immediate(e, n));
  return operation == COMPARE || put_place(e, a, e->size);
}

static bool test(struct execution *e, const ucontext_t *u)
{
  enum { AND = 4 };
  uint64_t a;
  if (e->c.op >= 0xa8) {
    a = immediate(e, code_immediate_size(e->size));
    arithmetic(e, AND, get(e, RAX, e->size), a);
    return true;
  }
  read_place(e, u, 0);
  if (is_high(e, e->place.other, e->size)) return false;
  if (!get_place(e, &a, e->size)) return false;
  arithmetic(e, AND, a, get(e, e->place.other, e->size));
  return true;
}

/* TEST, NOT, NEG. */
static bool one_operand(struct execution *e, const ucontext_t *u)
{
  enum { TEST, NOT = 2, NEG = 3, AND = 4, SUBTRACT = 5 };
  int which = code_part(&e->c);
  uint8_t n = which == TEST ? code_immediate_size(e->size) : 0;
  uint64_t a;
  read_place(e, u, n);
  if (!get_place(e, &a, e->size)) return false;
  if (which == NOT) return put_place(e, ~a, e->size);
  if (which == NEG) return put_place(e, arithmetic(e, SUBTRACT, 0, a), e->size);
  if (which == TEST) arithmetic(e, AND, a, immediate(e, n));
  return which == TEST;
}

/* One more, one less: the carry is left. */
static bool count(struct execution *e, bool down)
{
  uint64_t a, flags = e->flags;
  if (!get_place(e, &a, e->size)) return false;
  a = down ? number_subtract(a, 1, false, e->size, &flags)
           : number_add(a, 1, false, e->size, &flags);
  e->flags = (flags & ~(uint64_t)CF) | (e->flags & CF);
  return put_place(e, a, e->size);
}

/* By an immediate, by 1, by CL. */
static bool shift(struct execution *e, const ucontext_t *u)
{
  static const int kinds[] = {-1,         -1,          -1, -1,
                              SHIFT_LEFT, SHIFT_RIGHT, -1, SHIFT_SIGNED};
  bool given = e->c.op < 0xd0;
  int kind = kinds[code_part(&e->c)];
  uint64_t a, by = 1;
  read_place(e, u, given);
  if (given) by = immediate(e, 1);
  if (e->c.op >= 0xd2) by = get(e, RCX, 1);
  by &= e->size == 8 ? 63 : 31;
  if (kind < 0 || by >= number_bits(e->size) || !get_place(e, &a, e->size))
    return false;
  a = number_shift(a, (enum number_shift)kind, (unsigned)by, e->size,
                   &e->flags);
  return put_place(e, a, e->size);
}

/* To a register; the flags but two are undefined behind it. */
static bool multiply(struct execution *e, const ucontext_t *u)
{
  bool given = e->c.op < 0x0f00;
  uint8_t n = e->c.op == 0x6b ? 1 : code_immediate_size(e->size);
  uint64_t a;
  read_place(e, u, given ? n : 0);
  if (!get_place(e, &a, e->size)) return false;
  uint64_t b = given ? immediate(e, n) : get(e, e->place.other, e->size);
  put(e, e->place.other, number_multiply(a, b, e->size, &e->flags), e->size);
  return true;
}

/* --- moves --- */

static bool move(struct execution *e, const ucontext_t *u)
{
  uint64_t a;
  read_place(e, u, 0);
  if (is_high(e, e->place.other, e->size)) return false;
  if (e->c.op < 0x8a)
    return put_place(e, get(e, e->place.other, e->size), e->size);
  if (!get_place(e, &a, e->size)) return false;
  put(e, e->place.other, a, e->size);
  return true;
}

static bool move_immediate(struct execution *e, const ucontext_t *u)
{
  uint8_t n = code_immediate_size(e->size);
  read_place(e, u, n);
  if (code_part(&e->c)) return false;
  return put_place(e, immediate(e, n), e->size);
}

static bool move_to_register(struct execution *e)
{
  int number = code_register(&e->c);
  e->size = e->c.op < 0xb8 ? 1 : code_size(&e->c);
  if (is_high(e, number, e->size)) return false;
  put(e, number, immediate(e, e->size), e->size);
  return true;
}

static bool load_address(struct execution *e, const ucontext_t *u)
{
  read_place(e, u, 0);
  if (!e->place.memory || e->c.local) return false;
  put(e, e->place.other, e->address, e->size);
  return true;
}

/* From `size` bytes to more. */
static bool widen(struct execution *e, const ucontext_t *u, uint8_t size,
                  bool is_signed)
{
  uint64_t a;
  read_place(e, u, 0);
  if (!get_place(e, &a, size)) return false;
  put(e, e->place.other, is_signed ? number_extend(a, size) : a, e->size);
  return true;
}

/* RAX: its half to all of it; its sign to RDX. */
static bool widen_rax(struct execution *e)
{
  uint64_t a = get(e, RAX, e->size);
  if (e->c.op == 0x98)
    put(e, RAX, number_extend(a, e->size / 2), e->size);
  else
    put(e, RDX, number_sign(a, e->size) ? ~0ull : 0, e->size);
  return true;
}

static bool move_if(struct execution *e, const ucontext_t *u)
{
  uint64_t a;
  read_place(e, u, 0);
  if (!get_place(e, &a, e->size)) return false;
  if (!number_condition(e->c.op, e->flags)) a = get(e, e->place.other, e->size);
  put(e, e->place.other, a, e->size);
  return true;
}

/* --- atomically --- */

/* XCHG, and XADD: the sum goes to the place, the number there to the other. */
static bool exchange(struct execution *e, const ucontext_t *u, bool adds)
{
  uint64_t a;
  read_place(e, u, 0);
  if (is_high(e, e->place.other, e->size)) return false;
  if (!get_place(e, &a, e->size)) return false;
  uint64_t b = get(e, e->place.other, e->size);
  if (adds) b = arithmetic(e, 0, a, b);
  put(e, e->place.other, a, e->size);
  return put_place(e, b, e->size);
}

/* With RAX. Memory is written in any case. */
static bool compare_and_exchange(struct execution *e, const ucontext_t *u)
{
  uint64_t a, b;
  read_place(e, u, 0);
  if (!e->place.memory || is_high(e, e->place.other, e->size)) return false;
  if (!get_place(e, &a, e->size)) return false;
  b = get(e, e->place.other, e->size);
  arithmetic(e, COMPARE, get(e, RAX, e->size), a);
  if (e->flags & ZF) return put_place(e, b, e->size);
  put(e, RAX, a, e->size);
  return put_place(e, a, e->size);
}

/* LFENCE, MFENCE, SFENCE. */
static bool fence(struct execution *e)
{
  return !e->c.word && *e->at++ >= 0xe8;
}

/* Nobody else runs meanwhile, so that there is nothing to lock. But it is only
 * for what changes memory. */
static bool may_be_locked(const struct code *c)
{
  unsigned op = c->op, form = op & 0xfe;
  int part = code_part(c);
  if (*c->after >= 0xc0) return false;
  if (op >= 0x0f00) return op < 0x0f3800 && (form == 0xb0 || form == 0xc0);
  if (op < 0x38) return (op & 7) < 2;
  if (form == 0x80 || op == 0x83) return part != COMPARE;
  if (form == 0xf6) return part == 2 || part == 3;
  if (form == 0xfe) return part < 2;
  return form == 0x86;
}

/* --- the stack, and jumps --- */

static bool push(struct execution *e, uint64_t value)
{
  uint64_t top = get(e, RSP, 8) - 8;
  put(e, RSP, top, 8);
  return reach_write(top, &value, 8);
}

static bool pop(struct execution *e, uint64_t *value)
{
  uint64_t top = get(e, RSP, 8);
  put(e, RSP, top + 8, 8);
  return load(top, value, 8);
}

static bool push_or_pop(struct execution *e)
{
  int number = code_register(&e->c);
  uint64_t a = get(e, number, 8);
  if (e->c.op < 0x58) return push(e, a);
  if (!pop(e, &a)) return false;
  put(e, number, a, 8);
  return true;
}

static bool leave(struct execution *e)
{
  uint64_t a;
  put(e, RSP, get(e, RBP, 8), 8);
  if (!pop(e, &a)) return false;
  put(e, RBP, a, 8);
  return true;
}

/* The trap flag is the stepper's, and nothing that the program is to see. */
static bool push_flags(struct execution *e)
{
  enum { RESUME = 0x10000 };
  return push(e, e->flags & ~(uint64_t)(TRAP_FLAG | RESUME));
}

/* Those that sums set, and DF. If others are to be set the processor does it.
 */
static bool pop_flags(struct execution *e)
{
  enum { DF = 0x400, OTHERS = 0x244000 /* NT, AC, ID */ };
  const uint64_t set = CF | PF | AF | ZF | SF | DF | OF;
  uint64_t flags;
  if (!pop(e, &flags) || flags & TRAP_FLAG) return false;
  if ((flags | e->flags) & OTHERS) return false;
  e->flags = (e->flags & ~set) | (flags & set);
  return true;
}

/* An address that there cannot be is the processor's to refuse. */
static bool jump(struct execution *e, uint64_t to)
{
  if (to >> 47) return false;
  e->at = (const unsigned char *)to;
  return true;
}

static bool call(struct execution *e, uint64_t to)
{
  uint64_t from = (uint64_t)(uintptr_t)e->at;
  return jump(e, to) && push(e, from);
}

static bool jump_by(struct execution *e, uint8_t size, bool taken)
{
  uint64_t by = immediate(e, size);
  return !taken || jump(e, (uint64_t)(uintptr_t)e->at + by);
}

static bool call_by(struct execution *e)
{
  uint64_t by = immediate(e, 4);
  return call(e, (uint64_t)(uintptr_t)e->at + by);
}

static bool back(struct execution *e)
{
  uint64_t to;
  return pop(e, &to) && jump(e, to);
}

/* What begins with 0xfe and 0xff. */
static bool count_or_jump(struct execution *e, const ucontext_t *u)
{
  int which = code_part(&e->c);
  uint64_t to;
  read_place(e, u, 0);
  if (which < 2) return count(e, which == 1);
  if (e->c.op == 0xfe || (which != 2 && which != 4)) return false;
  if (e->c.word || !get_place(e, &to, 8)) return false;
  return which == 2 ? call(e, to) : jump(e, to);
}

/* --- which it is --- */

static bool stack_or_jump(struct execution *e)
{
  unsigned op = e->c.op;
  if (e->c.word) return false;
  switch (op) {
  case 0x50 ... 0x5f:
    return push_or_pop(e);
  case 0x70 ... 0x7f:
    return jump_by(e, 1, number_condition(op, e->flags));
  case 0x9c:
    return push_flags(e);
  case 0x9d:
    return pop_flags(e);
  case 0xc3:
    return back(e);
  case 0xc9:
    return leave(e);
  case 0xe8:
    return call_by(e);
  case 0xe9:
    return jump_by(e, 4, true);
  case 0xeb:
    return jump_by(e, 1, true);
  default:
    return false;
  }
}

static bool one_byte(struct execution *e, const ucontext_t *u)
{
  switch (e->c.op) {
  case 0x00 ... 0x3f:
    return (e->c.op & 7) < 6 && two_operands(e, u);
  case 0x63:
    return e->size == 8 && widen(e, u, 4, true);
  case 0x69:
  case 0x6b:
    e->size = code_size(&e->c);
    return multiply(e, u);
  case 0x80 ... 0x81:
  case 0x83:
    return with_immediate(e, u);
  case 0x84 ... 0x85:
  case 0xa8 ... 0xa9:
    return test(e, u);
  case 0x86 ... 0x87:
    return exchange(e, u, false);
  case 0x88 ... 0x8b:
    return move(e, u);
  case 0x8d:
    return load_address(e, u);
  case 0x90:
    return !(e->c.rex & 1); /* nothing */
  case 0x98 ... 0x99:
    e->size = code_size(&e->c);
    return widen_rax(e);
  case 0xb0 ... 0xbf:
    return move_to_register(e);
  case 0xc0 ... 0xc1:
  case 0xd0 ... 0xd3:
    return shift(e, u);
  case 0xc6 ... 0xc7:
    return move_immediate(e, u);
  case 0xf6 ... 0xf7:
    return one_operand(e, u);
  case 0xfe ... 0xff:
    return count_or_jump(e, u);
  default:
    return stack_or_jump(e);
  }
}

static bool two_bytes(struct execution *e, const ucontext_t *u)
{
  unsigned op = e->c.op & 0xff;
  e->size = code_size(&e->c);
  switch (op) {
  case 0x1f:
    read_place(e, u, 0);
    return true; /* nothing */
  case 0x40 ... 0x4f:
    return move_if(e, u);
  case 0x80 ... 0x8f:
    return !e->c.word && jump_by(e, 4, number_condition(op, e->flags));
  case 0x90 ... 0x9f:
    read_place(e, u, 0);
    return put_place(e, number_condition(op, e->flags), 1);
  case 0xae:
    return fence(e);
  case 0xaf:
    return multiply(e, u);
  case 0xb6:
    return widen(e, u, 1, false);
  case 0xb7:
    return widen(e, u, 2, false);
  case 0xbe:
    return widen(e, u, 1, true);
  case 0xbf:
    return widen(e, u, 2, true);
  case 0xb0:
  case 0xb1:
    e->size = op == 0xb0 ? 1 : e->size;
    return compare_and_exchange(e, u);
  case 0xc0:
  case 0xc1:
    e->size = op == 0xc0 ? 1 : e->size;
    return exchange(e, u, true);
  default:
    return false;
  }
}

/* ENDBR64, where indirect jumps lead; PAUSE. */
static bool repeated(struct execution *e)
{
  if (e->c.op == 0x90) return !(e->c.rex & 1);
  if (e->c.repeat != 0xf3 || e->c.op != 0x0f1e) return false;
  return *e->at++ == 0xfa;
}

static bool execute(struct execution *e, const ucontext_t *u)
{
  const struct code *c = &e->c;
  if (c->odd || c->narrow || c->vector || (c->locked && !may_be_locked(c)))
    return false;
  if (c->repeat) return repeated(e);
  e->size = c->op & 1 ? code_size(c) : 1;
  return c->op < 0x0f00 ? one_byte(e, u) : c->op < 0x0f3800 && two_bytes(e, u);
}

bool execute_next(ucontext_t *u)
{
  struct execution e;
  greg_t *r = u->uc_mcontext.gregs;
  memcpy(e.r, r, sizeof e.r);
  e.flags = (uint64_t)r[REG_EFL];
  e.c = code_at((void *)r[REG_RIP]);
  e.at = e.c.after;
  if (!execute(&e, u)) return false;
  e.r[REG_RIP] = (greg_t)e.at;
  e.r[REG_EFL] = (greg_t)e.flags;
  memcpy(r, e.r, sizeof e.r);
  return true;
}
