/* The loops of the predefined operators, by operator and basic type. */
#ifndef ORIEL_LOOPS_H
#define ORIEL_LOOPS_H

#include "../datatype/datatype.h"

/* inout[i] = in[i] op inout[i] for n elements laid out as in C; the two
 * arrays are apart, and need no alignment. */
typedef void op_loop(const void *in, void *inout, size_t n);

/* NULL where there is none; which of them MPI allows is op.c's business. */
op_loop *op_loop_of(MPI_Op, enum basic);

#endif
