/* What instructions make of a part of a number: of its lowest bits, as an index
 * that goes round is made of a counter, or of its sign; and of what is left
 * when it is divided.
 *
 * Invariant: as long as these bits are the same, so is what it makes of them.
 * tests/unit/test_flow.c compares with the processor. */
#include "number.h"
#include "reading.h"

enum { ADD = 0, AND = 4, SUB = 5 };

/* Only whole registers, and memory: what one holds, that has no other half. */
static bool place_at(const struct reading *r, int n, uint8_t size,
                     struct flow_place *p)
{
  *p = at_register(n);
  return !is_second(r, n, size);
}

static bool first(const struct reading *r, uint8_t size, struct flow_place *p)
{
  *p = at_place(r);
  return p->memory || !is_second(r, r->place.number, size);
}

/* MOVZX, MOVSX; of a register to memory, one that cuts it. */
static bool cut(const struct reading *r, uint8_t size)
{
  struct flow_part *p = &r->f->part;
  p->size = size;
  p->bits = (uint8_t)number_bits(size);
  p->kept = true;
  return r->size >= 4 && first(r, size, &p->from) &&
         place_at(r, r->place.other, r->size, &p->to);
}

static bool store_part(const struct reading *r)
{
  struct flow_part *p = &r->f->part;
  p->size = r->size;
  p->bits = (uint8_t)number_bits(r->size);
  p->kept = true;
  return r->size < 4 && r->place.memory && first(r, r->size, &p->to) &&
         place_at(r, r->place.other, r->size, &p->from);
}

/* AND, TEST of a constant, which is not negative. Of whole bytes it is a cut,
 * else it is said to be made of one bit more. */
static bool mask(const struct reading *r, uint32_t by, bool keeps)
{
  struct flow_part *p = &r->f->part;
  p->size = r->size;
  p->bits = by ? (uint8_t)(32 - __builtin_clz(by)) : 0;
  if (by & (by + 1) && p->bits % 8 == 0) p->bits++;
  p->kept = keeps;
  p->to = p->from;
  return p->bits < number_bits(r->size) && p->bits < 32;
}

static bool mask_place(const struct reading *r, uint8_t size, bool keeps)
{
  return r->size >= (keeps ? 4 : 1) && r->size != 2 &&
         first(r, r->size, &r->f->part.from) &&
         mask(r, (uint32_t)immediate(r->place.after, size), keeps);
}

/* ADD, SUB of a constant, of bytes: they grow as before. */
static bool count(const struct reading *r, struct flow_place place)
{
  struct flow_part *p = &r->f->part;
  p->size = 1;
  p->bits = 8;
  p->kept = true;
  p->lowest = !place.memory;
  p->from = p->to = place;
  return true;
}

static bool mask_byte(const struct reading *r, struct flow_place from,
                      const unsigned char *by)
{
  r->f->part.from = from;
  r->f->part.lowest = !from.memory;
  return mask(r, (uint32_t)immediate(by, 1), true);
}

static bool byte(const struct reading *r)
{
  struct flow_place from;
  int operation = code_part(&r->c);
  if (!first(r, 1, &from)) return false;
  if (operation == ADD || operation == SUB) return count(r, from);
  return operation == AND && mask_byte(r, from, r->place.after);
}

/* All bits become the sign's. */
static bool spread(const struct reading *r, int from, int to)
{
  struct flow_part *p = &r->f->part;
  p->size = r->size;
  p->bits = (uint8_t)number_bits(r->size);
  p->sign = p->kept = true;
  return r->size >= 4 && place_at(r, from, r->size, &p->from) &&
         place_at(r, to, r->size, &p->to);
}

static bool shift(const struct reading *r)
{
  enum { SIGNED = 7 };
  return code_part(&r->c) == SIGNED && !r->place.memory &&
         *r->place.after == number_bits(r->size) - 1 &&
         spread(r, r->place.number, r->place.number);
}

/* DIV, IDIV of what has no upper half. The divisor that is in memory is read by
 * who uses the flow. */
static bool divide(const struct reading *r)
{
  struct flow_part *p = &r->f->part;
  p->size = r->size;
  p->bits = (uint8_t)number_bits(r->size);
  p->kept = true;
  if (r->size < 4 || register_value(r->u, RDX)) return false;
  if (!place_at(r, RAX, r->size, &p->from) ||
      !place_at(r, RDX, r->size, &p->to) || !first(r, r->size, &p->by))
    return false;
  if (p->by.memory) return true;
  p->divisor = number_cut(register_value(r->u, r->place.number), r->size);
  return p->divisor && r->place.number != RDX;
}

static bool read(const struct reading *r)
{
  enum { TEST = 1, DECREASE = 1, DIVIDE = 6 };
  struct flow_place from;
  int which = code_part(&r->c);
  switch (r->c.op) {
  case 0x0fb6:
  case 0x0fbe:
    return cut(r, 1);
  case 0x0fb7:
  case 0x0fbf:
    return cut(r, 2);
  case 0x88:
  case 0x89:
    return store_part(r);
  case 0x25:
  case 0xa9:
    return r->size >= 4 && place_at(r, RAX, r->size, &r->f->part.from) &&
           mask(r, (uint32_t)immediate(r->c.after, 4), r->c.op == 0x25);
  case 0x04:
  case 0x2c:
    return place_at(r, RAX, 1, &from) && count(r, from);
  case 0x24:
    return place_at(r, RAX, 1, &from) && mask_byte(r, from, r->c.after);
  case 0xfe:
    return which <= DECREASE && first(r, 1, &from) && count(r, from);
  case 0x80:
    return byte(r);
  case 0x81:
  case 0x83:
    return which == AND && mask_place(r, r->c.op == 0x83 ? 1 : 4, true);
  case 0xf6:
    return which <= TEST && mask_place(r, 1, false);
  case 0xf7:
    return which >= DIVIDE ? divide(r)
                           : which <= TEST && mask_place(r, 4, false);
  case 0xa8:
    return place_at(r, RAX, 1, &r->f->part.from) &&
           mask(r, (uint8_t)immediate(r->c.after, 1), false);
  case 0x99:
    return spread(r, RAX, RDX);
  case 0xc1:
    return shift(r);
  default:
    return false;
  }
}

void flow_part(struct reading *r)
{
  static const struct flow_part none;
  if (!read(r)) r->f->part = none;
}
