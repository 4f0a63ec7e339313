/* The loops of the predefined operators, by operator and basic type. */
#ifndef ORIEL_OP_LOOPS_H
#define ORIEL_OP_LOOPS_H

#include "../datatype/datatype.h"

#include <stdint.h>

/* Predefined operators have the ABI's numbers, the last bits of the handle. */
enum {
  OP_SUM = 0x01,
  OP_MIN = 0x02,
  OP_MAX = 0x03,
  OP_PROD = 0x04,
  OP_BAND = 0x08,
  OP_BOR = 0x09,
  OP_BXOR = 0x0a,
  OP_LAND = 0x10,
  OP_LOR = 0x11,
  OP_LXOR = 0x12,
  OP_MINLOC = 0x18,
  OP_MAXLOC = 0x19,
  OP_REPLACE = 0x1c,
  OP_NO_OP = 0x1d,
  OP_NUMBERS = 0x20
};
static inline unsigned op_number(MPI_Op handle)
{
  return (unsigned)(uintptr_t)handle % OP_NUMBERS;
}

/* inout[i] = in[i] op inout[i] for n elements laid out as in C; the two
 * arrays are apart, and need no alignment. */
typedef void op_loop(const void *in, void *inout, size_t n);

/* Of a predefined one: NULL where there is none; which of them MPI allows is
 * op.c's business. */
op_loop *op_loop_of(MPI_Op, enum basic);

#endif
