/* What instructions add up: sums, differences, copies, and what compares them.
 *
 * Invariant: a sum is one for all values of its terms; what is not named here
 * makes none. tests/unit/test_flow.c compares with the processor. */
#include "reading.h"

enum { ADD = 0, SUB = 5, CMP = 7 };

static struct flow_place other(const struct reading *r)
{
  return at_register(r->place.other);
}

static void term(struct flow_sum *s, int i, int times, struct flow_place place)
{
  s->terms[i].times = times;
  s->terms[i].place = place;
}

static void keep(struct flow_sum *s, struct flow_place to)
{
  s->kept = true;
  s->to = to;
}

/* A copy. */
static void move(struct flow_sum *s, struct flow_place to,
                 struct flow_place from)
{
  keep(s, to);
  term(s, 0, 1, from);
}

/* ADD, SUB, CMP, to `to`; without `by`: of a constant. */
static bool add(struct flow_sum *s, int operation, struct flow_place to,
                const struct flow_place *by, uint64_t constant)
{
  if (operation != ADD && operation != SUB && operation != CMP) return false;
  term(s, 0, 1, to);
  if (by) term(s, 1, operation == ADD ? 1 : -1, *by);
  s->constant = operation == ADD ? constant : -constant;
  if (operation != CMP) keep(s, to);
  return s->flags = true;
}

static bool two_operands(const struct reading *r, struct flow_sum *s)
{
  int operation = (int)(r->c.op >> 3), form = r->c.op & 7;
  struct flow_place one = at_place(r), two = other(r);
  if (form == 1) return add(s, operation, one, &two, 0);
  if (form == 3) return add(s, operation, two, &one, 0);
  return form == 5 &&
         add(s, operation, at_register(RAX), NULL, immediate(r->c.after, 4));
}

/* INC, DEC, PUSH. */
static bool count_or_push(const struct reading *r, struct flow_sum *s)
{
  enum { PUSH = 6 };
  int which = code_part(&r->c);
  if (which < 2) return add(s, which ? SUB : ADD, at_place(r), NULL, 1);
  if (which != PUSH) return false;
  s->size = 8;
  move(s, (struct flow_place){true, register_value(r->u, RSP) - 8},
       at_place(r));
  return true;
}

static bool load_address(const struct reading *r, struct flow_sum *s)
{
  const struct code_place *p = &r->place;
  if (p->base >= 0) term(s, 0, 1, at_register(p->base));
  if (p->index >= 0) term(s, 1, p->scale, at_register(p->index));
  s->constant = p->relative ? r->address : (uint64_t)p->displacement;
  keep(s, other(r));
  return true;
}

/* A constant; a number by one. */
static bool set(struct flow_sum *s, struct flow_place to, uint64_t constant)
{
  keep(s, to);
  s->constant = constant;
  return true;
}

static bool multiply(struct flow_sum *s, struct flow_place to,
                     struct flow_place from, int times)
{
  move(s, to, from);
  s->terms[0].times = times;
  return times;
}

static bool shift(const struct reading *r, struct flow_sum *s)
{
  enum { LEFT = 4, MOST = 30 };
  int by = r->c.op == 0xc1 ? *r->place.after & (s->size == 8 ? 63 : 31) : 1;
  if (code_part(&r->c) != LEFT || by > MOST) return false;
  return multiply(s, at_place(r), at_place(r), 1 << by);
}

/* XCHG, and XADD. */
static bool exchange(const struct reading *r, struct flow_sum *s, bool adds)
{
  struct flow_place one = at_place(r), two = other(r);
  if (!one.memory && one.at == two.at) return false;
  move(s, one, two);
  if (adds) term(s, 1, 1, one);
  s->swaps = true;
  s->old = two;
  s->flags = adds;
  return true;
}

static bool push_or_pop(const struct reading *r, struct flow_sum *s)
{
  int n = code_register(&r->c);
  uint64_t top = register_value(r->u, RSP);
  s->size = 8;
  if (r->c.op < 0x58)
    move(s, (struct flow_place){true, top - 8}, at_register(n));
  else
    move(s, at_register(n), (struct flow_place){true, top});
  return true;
}

static bool read(const struct reading *r, struct flow_sum *s)
{
  unsigned op = r->c.op;
  if (op < 0x40) return two_operands(r, s);
  if (within(op, 0x50, 0x5f)) return push_or_pop(r, s);
  switch (op) {
  case 0x69:
  case 0x6b:
    return multiply(s, other(r), at_place(r),
                    (int)immediate(r->place.after, op == 0x6b ? 1 : 4));
  case 0x81:
  case 0x83:
    return add(s, code_part(&r->c), at_place(r), NULL,
               immediate(r->place.after,
                         op == 0x83 ? 1 : code_immediate_size(s->size)));
  case 0x87:
    return exchange(r, s, false);
  case 0x89:
    move(s, at_place(r), other(r));
    return true;
  case 0x8b:
    move(s, other(r), at_place(r));
    return true;
  case 0x8d:
    return load_address(r, s);
  case 0xb8 ... 0xbf:
    return !(r->c.rex & 8) && set(s, at_register(code_register(&r->c)),
                                  (uint32_t)immediate(r->c.after, 4));
  case 0xc1:
  case 0xd1:
    return shift(r, s);
  case 0xc7:
    return set(s, at_place(r), immediate(r->place.after, 4));
  case 0xff:
    return count_or_push(r, s);
  case 0x0fc1:
    return exchange(r, s, true);
  default:
    return false;
  }
}

/* Jumps, moves and stores on equal and not equal. */
static bool asks_zero(unsigned op)
{
  return within(op, 0x74, 0x75) || within(op, 0x0f44, 0x0f45) ||
         within(op, 0x0f84, 0x0f85) || within(op, 0x0f94, 0x0f95);
}

/* A number in memory and a constant: of two bytes there is no other sum, since
 * a register has more. */
static bool counts_in_memory(const struct flow_sum *s)
{
  const struct flow_term *t = s->terms;
  return s->kept && s->to.memory && t->times == 1 && t->place.memory &&
         t->place.at == s->to.at && !t[1].times;
}

void flow_sum(struct reading *r)
{
  static const struct flow_sum none;
  struct flow_sum *s = &r->f->sum;
  r->f->asks_zero = asks_zero(r->c.op);
  s->size = r->size;
  if (!read(r, s) || (s->size < 4 && !(s->size == 2 && counts_in_memory(s))))
    *s = none;
}
