/* Sums, differences and the like, as the processor makes them. */
#include "number.h"

static void set(uint64_t *flags, uint64_t which, uint64_t values)
{
  *flags = (*flags & ~which) | values;
}

/* All of them; ZF, SF and PF tell of any result. */
static uint64_t result_with(uint64_t result, uint8_t size, uint64_t others,
                            uint64_t *flags)
{
  uint64_t values = others | (result ? 0 : ZF);
  if (number_sign(result, size)) values |= SF;
  if (!__builtin_parityll(result & 0xff)) values |= PF;
  set(flags, CF | PF | AF | ZF | SF | OF, values);
  return result;
}

/* `carries` has the bits that have carried, or borrowed. */
static uint64_t sum_with(uint64_t sum, uint64_t carries, uint64_t overflows,
                         uint64_t halves, uint8_t size, uint64_t *flags)
{
  uint64_t others = halves & AF;
  if (number_sign(carries, size)) others |= CF;
  if (number_sign(overflows, size)) others |= OF;
  return result_with(sum, size, others, flags);
}

uint64_t number_logic(uint64_t result, uint8_t size, uint64_t *flags)
{
  return result_with(result, size, 0, flags);
}

uint64_t number_add(uint64_t a, uint64_t b, bool carry, uint8_t size,
                    uint64_t *flags)
{
  uint64_t sum = number_cut(a + b + carry, size);
  return sum_with(sum, (a & b) | ((a | b) & ~sum), (a ^ sum) & (b ^ sum),
                  a ^ b ^ sum, size, flags);
}

uint64_t number_subtract(uint64_t a, uint64_t b, bool borrow, uint8_t size,
                         uint64_t *flags)
{
  uint64_t rest = number_cut(a - b - borrow, size);
  return sum_with(rest, (~a & b) | ((~a | b) & rest), (a ^ b) & (a ^ rest),
                  a ^ b ^ rest, size, flags);
}

uint64_t number_shift(uint64_t a, enum number_shift kind, unsigned by,
                      uint8_t size, uint64_t *flags)
{
  if (by == 0) return a; /* the flags are left */
  uint64_t result = a >> by, last = a >> (by - 1) & 1, others = 0;
  if (kind == SHIFT_SIGNED)
    result =
        number_cut((uint64_t)((int64_t)number_extend(a, size) >> by), size);
  if (kind == SHIFT_LEFT) {
    result = number_cut(a << by, size);
    last = a >> (number_bits(size) - by) & 1;
  }
  if (kind != SHIFT_SIGNED &&
      number_sign(kind == SHIFT_LEFT ? result ^ a : a, size))
    others |= OF;
  return result_with(result, size, others | (last ? CF : 0), flags);
}

uint64_t number_multiply(uint64_t a, uint64_t b, uint8_t size, uint64_t *flags)
{
  int64_t result, x = (int64_t)number_extend(a, size);
  int64_t y = (int64_t)number_extend(b, size);
  bool over = __builtin_mul_overflow(x, y, &result) ||
              number_extend((uint64_t)result, size) != (uint64_t)result;
  set(flags, CF | OF, over ? CF | OF : 0);
  return number_cut((uint64_t)result, size);
}

bool number_condition(unsigned number, uint64_t flags)
{
  bool less = !(flags & SF) != !(flags & OF);
  bool conditions[] = {flags & OF, flags & CF, flags & ZF, flags & (CF | ZF),
                       flags & SF, flags & PF, less,       less || flags & ZF};
  return conditions[number >> 1 & 7] != (number & 1);
}
