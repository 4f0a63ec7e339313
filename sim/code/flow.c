/* x86's instructions, as far as loops that wait are made of them.
 *
 * Integers, with all addresses and jumps; SSE's vectors and floating point; of
 * x87 that it works on itself. What is not named here is not known: other
 * prefixes, AVX, strings but for copies, system calls. Invariant: a set says
 * too much rather than too little. tests/unit/test_flow.c compares with the
 * processor. */
#include "flow.h"

#include "reading.h"

#include <string.h>

#define ALL FLOW_WHOLE
#define FLAGS FLOW_BIT(FLOW_FLAGS)

/* --- the stack, and jumps --- */

static uint64_t top(const struct reading *r)
{
  return register_value(r->u, RSP);
}

static void stack(struct reading *r)
{
  r->f->decides |= ALL(RSP);
  r->f->own |= ALL(RSP);
}

static void push(struct reading *r)
{
  stack(r);
  store(r, top(r) - 8, 8);
}

static void pop(struct reading *r)
{
  stack(r);
  load(r, top(r), 8);
}

static bool leave(struct reading *r)
{
  r->f->decides |= ALL(RBP);
  r->f->own |= ALL(RSP);
  load(r, register_value(r->u, RBP), 8);
  to_integer(r, RBP, 8);
  return !r->c.word;
}

/* Of 64 bits, as all that follow. */
static bool push_register(struct reading *r)
{
  push(r);
  r->f->from |= ALL(code_register(&r->c));
  return !r->c.word;
}

static bool pop_register(struct reading *r)
{
  int number = code_register(&r->c);
  pop(r);
  to_integer(r, number, 8);
  return !r->c.word && number != RSP;
}

/* An immediate, or where a call comes from. */
static bool push_given(struct reading *r)
{
  push(r);
  return !r->c.word;
}

static bool branch(struct reading *r)
{
  r->f->decides |= FLAGS;
  return !r->c.word;
}

static bool return_(struct reading *r)
{
  pop(r);
  r->f->by_load = true;
  return !r->c.word;
}

static bool jump(struct reading *r)
{
  return !r->c.word;
}

/* --- integers --- */

/* Additions and the like, by the number that instructions have for them. */
static void arithmetic(struct reading *r, int operation)
{
  bool carries = operation == 2 || operation == 3;
  if (carries) r->f->from |= FLAGS;
  to_flags(r, true);
}

static bool two_operands(struct reading *r)
{
  int operation = (int)(r->c.op >> 3), form = r->c.op & 7;
  bool compares = operation == 7;
  arithmetic(r, operation);
  if (form >= 4) {
    r->f->from |= integer(r, RAX, r->size);
    if (!compares) to_integer(r, RAX, r->size);
    return form < 6;
  }
  use_place(r, 0);
  bool clears = (operation == 5 || operation == 6) && is_same_register(r);
  if (!clears || r->size < 4) {
    from_place(r, r->size);
    from_other(r, r->size);
  }
  if (compares) return true;
  if (form >= 2)
    to_other(r, r->size);
  else
    to_place(r, r->size);
  return true;
}

static bool with_immediate(struct reading *r)
{
  use_place(r, r->c.op == 0x83 ? 1 : code_immediate_size(r->size));
  arithmetic(r, code_part(&r->c));
  from_place(r, r->size);
  if (code_part(&r->c) != 7) to_place(r, r->size);
  return true;
}

static bool test(struct reading *r)
{
  to_flags(r, true);
  if (r->c.op >= 0xa8) {
    r->f->from |= integer(r, RAX, r->size);
    return true;
  }
  use_place(r, 0);
  from_place(r, r->size);
  from_other(r, r->size);
  return true;
}

/* Flags that are undefined behind a product are left by AMD's processors. */

/* Products and quotients of RAX and RDX; to divide by 0 stops the program. (So
 * does a quotient that has no room, but what compilers make of `/` and `%` has,
 * unless the program is wrong.) */
static void multiply_or_divide(struct reading *r, bool divides)
{
  struct flow *f = r->f;
  f->from |= ALL(RAX) | ALL(RDX);
  to_register(r, ALL(RAX), r->size == 8);
  if (r->size > 1) to_register(r, ALL(RDX), r->size == 8);
  to_flags(r, false);
  f->by_load = divides;
}

/* TEST, NOT, NEG, and those. */
static bool one_operand(struct reading *r)
{
  int which = code_part(&r->c);
  use_place(r, which < 2 ? code_immediate_size(r->size) : 0);
  from_place(r, r->size);
  if (which >= 6) r->f->decides |= r->f->from;
  if (which >= 4) {
    multiply_or_divide(r, which >= 6);
    return true;
  }
  if (which != 2) to_flags(r, true);
  if (which >= 2) to_place(r, r->size);
  return true;
}

/* Rotations leave some flags, and so does a shift by 0. */
static bool shift(struct reading *r)
{
  bool given = r->c.op < 0xd0, rotates = code_part(&r->c) < 4;
  use_place(r, given);
  from_place(r, r->size);
  if (r->c.op >= 0xd2) r->f->from |= ALL(RCX);
  if (rotates) r->f->from |= FLAGS;
  to_place(r, r->size);
  to_flags(r,
           !rotates && r->c.op < 0xd2 && !(given && !(*r->place.after & 31)));
  return true;
}

/* To a register, of that and another operand. */
static bool multiply(struct reading *r, bool given)
{
  uint8_t n = r->c.op == 0x6b ? 1 : code_immediate_size(r->size);
  use_place(r, given ? n : 0);
  from_place(r, r->size);
  if (!given) from_other(r, r->size);
  to_other(r, r->size);
  to_flags(r, false);
  return true;
}

static bool move(struct reading *r)
{
  use_place(r, 0);
  if (r->c.op < 0x8a) {
    from_other(r, r->size);
    to_place(r, r->size);
  } else {
    from_place(r, r->size);
    to_other(r, r->size);
  }
  return true;
}

static bool move_immediate(struct reading *r)
{
  use_place(r, code_immediate_size(r->size));
  to_place(r, r->size);
  return code_part(&r->c) == 0;
}

static bool load_address(struct reading *r)
{
  read_place(r, 0);
  r->f->from |= made_of(&r->place);
  to_other(r, r->size);
  return r->place.memory && !r->c.local;
}

static bool widen(struct reading *r, unsigned from, unsigned to)
{
  use_place(r, 0);
  from_place(r, from);
  to_other(r, to);
  return true;
}

static bool exchange(struct reading *r)
{
  use_place(r, 0);
  from_place(r, r->size);
  from_other(r, r->size);
  to_place(r, r->size);
  to_other(r, r->size);
  return true;
}

/* MOVS, STOS: one element, as often as RCX says. */
static bool string(struct reading *r, bool copies)
{
  uint64_t places =
      ALL(RDI) | (copies ? ALL(RSI) : 0) | (r->c.repeat ? ALL(RCX) : 0);
  if (r->c.repeat && !register_value(r->u, RCX)) return false;
  r->f->decides |= places;
  r->f->own |= places;
  if (copies)
    load(r, register_value(r->u, RSI), r->size);
  else
    r->f->from |= ALL(RAX);
  store(r, register_value(r->u, RDI), r->size);
  return true;
}

/* What begins with 0xfe and 0xff. */
static bool count_or_jump(struct reading *r)
{
  enum { CALL = 2, JUMP = 4, PUSH = 6 };
  int which = code_part(&r->c);
  use_place(r, 0);
  if (which < 2) {
    from_place(r, r->size);
    to_place(r, r->size);
    to_flags(r, false); /* the carry is left */
    return true;
  }
  if (r->c.op == 0xfe || r->c.word) return false;
  from_place(r, 8);
  if (which == PUSH || which == CALL) push(r);
  if (which == PUSH) return true;
  r->f->by_load = true;
  r->f->decides |= r->f->from;
  return which == CALL || which == JUMP;
}

/* --- which it is --- */

static bool multiply_given(struct reading *r)
{
  r->size = code_size(&r->c);
  return multiply(r, true);
}

static bool widen_half(struct reading *r)
{
  return widen(r, 4, code_size(&r->c));
}

/* CDQE, CQO and the like. */
static bool widen_rax(struct reading *r)
{
  r->f->from |= ALL(RAX);
  to_integer(r, r->c.op == 0x98 ? RAX : RDX, code_size(&r->c));
  return true;
}

static bool nothing(struct reading *r)
{
  return !(r->c.rex & 1); /* PAUSE, too; else it exchanges */
}

static bool copy_string(struct reading *r)
{
  return string(r, true);
}

static bool fill_string(struct reading *r)
{
  return string(r, false);
}

static bool set_register(struct reading *r)
{
  uint8_t size = r->c.op < 0xb8 ? 1 : code_size(&r->c);
  to_integer(r, code_register(&r->c), size);
  return true;
}

static bool (*const one_byte[0x100])(struct reading *) = {
    [0x00 ... 0x3f] = two_operands,
    [0x50 ... 0x57] = push_register,
    [0x58 ... 0x5f] = pop_register,
    [0x63] = widen_half,
    [0x68] = push_given,
    [0x69] = multiply_given,
    [0x6a] = push_given,
    [0x6b] = multiply_given,
    [0x70 ... 0x7f] = branch,
    [0x80 ... 0x81] = with_immediate,
    [0x83] = with_immediate,
    [0x84 ... 0x85] = test,
    [0x86 ... 0x87] = exchange,
    [0x88 ... 0x8b] = move,
    [0x8d] = load_address,
    [0x90] = nothing,
    [0x98 ... 0x99] = widen_rax,
    [0xa4 ... 0xa5] = copy_string,
    [0xa8 ... 0xa9] = test,
    [0xaa ... 0xab] = fill_string,
    [0xb0 ... 0xbf] = set_register,
    [0xc0 ... 0xc1] = shift,
    [0xc3] = return_,
    [0xc6 ... 0xc7] = move_immediate,
    [0xc9] = leave,
    [0xd0 ... 0xd3] = shift,
    [0xd8 ... 0xdf] = flow_x87,
    [0xe8] = push_given,
    [0xe9] = jump,
    [0xeb] = jump,
    [0xf6 ... 0xf7] = one_operand,
    [0xfe ... 0xff] = count_or_jump,
};

/* CMPXCHG, and of 8 or 16 bytes. */
static bool compare_and_exchange(struct reading *r)
{
  bool wide = r->c.op == 0x0fc7;
  use_place(r, 0);
  if (wide && (!r->place.memory || code_part(&r->c) != 1 || r->c.repeat))
    return false;
  uint8_t size = wide ? (r->c.rex & 8 ? 16 : 8) : r->size;
  from_place(r, size);
  r->f->from |= ALL(RAX);
  if (wide)
    r->f->from |= ALL(RDX) | ALL(RBX) | ALL(RCX);
  else
    from_other(r, size);
  to_place(r, size);
  to_register(r, ALL(RAX), false);
  if (wide) to_register(r, ALL(RDX), false);
  to_flags(r, !wide);
  return true;
}

/* Bits that are found, tested, set; another operand is reached by a number of
 * bits only where that is an immediate. */
static bool bits(struct reading *r)
{
  unsigned op = r->c.op & 0xff;
  bool finds = op == 0xb8 || op == 0xbc || op == 0xbd, given = op == 0xba;
  use_place(r, given);
  from_place(r, r->size);
  to_flags(r, false);
  if (finds) {
    to_other(r, r->size);
    r->f->anew &= ~integer(r, r->place.other, r->size);
    return true;
  }
  if (given && code_part(&r->c) < 4) return false;
  bool sets = given ? code_part(&r->c) > 4 : op != 0xa3;
  if (!given) from_other(r, r->size);
  if (sets) to_place(r, r->size);
  return given || !r->place.memory;
}

static bool move_if(struct reading *r)
{
  use_place(r, 0);
  from_place(r, r->size);
  from_other(r, r->size);
  r->f->from |= FLAGS;
  to_other(r, r->size);
  return true;
}

static bool set_if(struct reading *r)
{
  use_place(r, 0);
  r->f->from |= FLAGS;
  to_place(r, 1);
  return true;
}

/* Nothing, as far as a program can see; a fence. */
static bool is_nothing(const struct reading *r, unsigned op)
{
  if (op == 0xae) return *r->c.after >= 0xe8 && !r->c.repeat && !r->c.word;
  if (op == 0x1e) return r->c.repeat == 0xf3 && *r->c.after == 0xfa;
  return op == 0x0d || op == 0x18 || op == 0x1f;
}

static bool two_bytes(struct reading *r)
{
  unsigned op = r->c.op & 0xff;
  bool byte = op == 0xb0 || op == 0xc0;
  r->size = byte ? 1 : code_size(&r->c);
  int number = code_register(&r->c);
  if (is_nothing(r, op)) return true;
  switch (op) {
  case 0x40 ... 0x4f:
    return !r->c.repeat && move_if(r);
  case 0x80 ... 0x8f:
    return branch(r);
  case 0x90 ... 0x9f:
    return set_if(r);
  case 0xa3:
  case 0xab:
  case 0xb3:
  case 0xba ... 0xbd:
    return bits(r);
  case 0xaf:
    return multiply(r, false);
  case 0xb0 ... 0xb1:
  case 0xc7:
    return compare_and_exchange(r);
  case 0xb6:
  case 0xbe:
    return widen(r, 1, r->size);
  case 0xb7:
  case 0xbf:
    return widen(r, 2, r->size);
  case 0xb8:
    return r->c.repeat && bits(r);
  case 0xc0 ... 0xc1:
    to_flags(r, true);
    return exchange(r);
  case 0xc8 ... 0xcf:
    r->f->from |= ALL(number);
    to_integer(r, number, 8);
    return !r->c.word;
  default:
    return flow_vectors(r);
  }
}

/* A prefix for repetition is another's where no string is meant. */
static bool read(struct reading *r)
{
  const struct code *c = &r->c;
  if (c->odd || c->narrow || c->vector || c->op >= 0x0f3800) return false;
  r->size = c->op & 1 ? code_size(c) : 1;
  if (c->op >= 0x0f00) return two_bytes(r);
  bool may_repeat = within(c->op, 0xa4, 0xa5) || within(c->op, 0xaa, 0xab) ||
                    c->op == 0x90 || c->op == 0xc3;
  bool before_jump = c->repeat == 0xf2 && within(c->op, 0xe8, 0xff);
  return (!c->repeat || may_repeat || before_jump) && one_byte[c->op] &&
         one_byte[c->op](r);
}

bool flow_next(const ucontext_t *u, struct flow *f)
{
  memset(f, 0, sizeof *f);
  struct reading r = {
      .u = u, .c = code_at((void *)u->uc_mcontext.gregs[REG_RIP]), .f = f};
  if (!read(&r)) return false;
  flow_sum(&r);
  flow_part(&r);
  return true;
}

/* --- two of them --- */

static bool same_place(const struct flow_place *a, const struct flow_place *b)
{
  return a->memory == b->memory && a->at == b->at;
}

static bool same_sum(const struct flow_sum *a, const struct flow_sum *b)
{
  bool same = a->size == b->size && a->kept == b->kept &&
              a->swaps == b->swaps && a->flags == b->flags &&
              a->constant == b->constant && same_place(&a->to, &b->to) &&
              same_place(&a->old, &b->old);
  for (int i = 0; i < FLOW_TERMS && same; i++)
    same = a->terms[i].times == b->terms[i].times &&
           same_place(&a->terms[i].place, &b->terms[i].place);
  return same;
}

static bool same_part(const struct flow_part *a, const struct flow_part *b)
{
  return a->size == b->size && a->bits == b->bits && a->sign == b->sign &&
         a->kept == b->kept && a->lowest == b->lowest &&
         a->divisor == b->divisor && same_place(&a->by, &b->by) &&
         same_place(&a->from, &b->from) && same_place(&a->to, &b->to);
}

/* Not by memcmp(): what lies between members is anything. */
bool flow_same(const struct flow *a, const struct flow *b)
{
  return a->decides == b->decides && a->from == b->from && a->to == b->to &&
         a->anew == b->anew && a->own == b->own &&
         memcmp(a->loads, b->loads, sizeof a->loads) == 0 &&
         memcmp(a->stores, b->stores, sizeof a->stores) == 0 &&
         a->by_load == b->by_load && a->stores_anew == b->stores_anew &&
         a->copies == b->copies && a->asks_zero == b->asks_zero &&
         same_sum(&a->sum, &b->sum) && same_part(&a->part, &b->part);
}
