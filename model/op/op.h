/* Operators of reductions and accumulates. [MPI-4.1 6.9, 12.3.4]
 *
 * A predefined operator is a table of loops over basic types; a user's is a
 * function that sim/image/callback.c alone may run, because it must run with
 * its rank's identity. Invariant: an op never changes after it is made. */
#ifndef ORIEL_OP_H
#define ORIEL_OP_H

#include "../datatype/datatype.h"

struct op {
  int references;
  MPI_Op predefined; /* ABI handle, 0 for a user's */
  const char *name;  /* "MPI_SUM", or "user-defined operator" */
  bool commutes;
  bool large; /* the user's function takes MPI_Count */
  MPI_User_function *function;
  MPI_User_function_c *function_c;
};

/* The op of a predefined handle, or NULL. */
const struct op *op_predefined(MPI_Op handle);
struct op *op_user(MPI_User_function *, MPI_User_function_c *, bool commutes);
struct op *op_ref(const struct op *);
void op_unref(struct op *);

/* Does MPI define this predefined op on this basic type, in a reduction?
 * (MPI_REPLACE and MPI_NO_OP: on none.) */
bool op_defined(const struct op *, const struct datatype *element);

/* It does not on MPI_CHAR, which is text. Much software adds it all the same,
 * and other implementations take it as a number with a sign; so it is here, and
 * the checker tells. */
bool op_tolerated(const struct op *, const struct datatype *element);

/* inout[i] = in[i] op inout[i] for n elements of a basic type, contiguous.
 * Only for predefined ops that are defined on it or tolerated, and MPI_REPLACE
 * (inout = in) and MPI_NO_OP (nothing) on any type. Pair types are laid out
 * as in C, `n` counts pairs of `element->extent` bytes. */
void op_apply(const struct op *, const struct datatype *element, const void *in,
              void *inout, size_t n);

/* Apply to a typed target buffer: `in` is the packed stream of the same
 * number of elements. The type has one element type. For accumulates. */
void op_apply_typed(const struct op *, const void *in, void *target,
                    MPI_Count count, const struct datatype *);

#endif
