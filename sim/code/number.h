/* Integers of 1, 2, 4 and 8 bytes, and the flags that tell of them. */
#ifndef ORIEL_NUMBER_H
#define ORIEL_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

enum { CF = 1, PF = 4, AF = 0x10, ZF = 0x40, SF = 0x80, OF = 0x800 };

static inline unsigned number_bits(uint8_t size)
{
  return 8u * size;
}

/* Without the bits that it has no room for. */
static inline uint64_t number_cut(uint64_t value, uint8_t size)
{
  return size < 8 ? value & ((1ull << number_bits(size)) - 1) : value;
}

/* With its sign in the bits above. */
static inline uint64_t number_extend(uint64_t value, uint8_t size)
{
  unsigned above = 64 - number_bits(size);
  return (uint64_t)((int64_t)(value << above) >> above);
}

static inline bool number_sign(uint64_t value, uint8_t size)
{
  return value >> (number_bits(size) - 1) & 1;
}

/* These take numbers that are cut, return one, and set the flags that say how
 * it came out. A result that has no others: */
uint64_t number_logic(uint64_t result, uint8_t size, uint64_t *flags);
uint64_t number_add(uint64_t a, uint64_t b, bool carry, uint8_t size,
                    uint64_t *flags);
uint64_t number_subtract(uint64_t a, uint64_t b, bool borrow, uint8_t size,
                         uint64_t *flags);
/* By less bits than it has, to the left or to the right. */
enum number_shift { SHIFT_LEFT, SHIFT_RIGHT, SHIFT_SIGNED };
uint64_t number_shift(uint64_t a, enum number_shift, unsigned by, uint8_t size,
                      uint64_t *flags);
/* Only CF and OF. */
uint64_t number_multiply(uint64_t a, uint64_t b, uint8_t size, uint64_t *flags);

/* Does the condition hold that has this number in opcodes? */
bool number_condition(unsigned, uint64_t flags);

#endif
