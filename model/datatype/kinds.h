/* Predefined types by what they can hold: MPI_Type_match_size, the Fortran 90
 * kinds, and pairs for MPI_MINLOC and MPI_MAXLOC. */
#ifndef ORIEL_KINDS_H
#define ORIEL_KINDS_H

#include "datatype.h"

/* The sized type of a class (MPI_TYPECLASS_*), or MPI_ERR_ARG.
 * [MPI-4.1 19.1.9] */
int datatype_match_size(int typeclass, int size, const struct datatype **out);

/* Predefined unnamed types of at least so many decimal digits (p) and such a
 * range of exponents (r), either of which may be MPI_UNDEFINED.
 * References: callers remember them, for the same arguments give the same
 * handle. MPI_ERR_ARG when no kind is large enough. [MPI-4.1 19.1.9] */
int datatype_f90_real(int p, int r, struct datatype **out);
int datatype_f90_complex(int p, int r, struct datatype **out);
int datatype_f90_integer(int r, struct datatype **out);
/* Was it made by one of these? */
bool datatype_is_unnamed(const struct datatype *);
/* The arguments it was made with, and the combiner; `r` of an integer is the
 * first. */
bool datatype_is_f90(const struct datatype *, int combiner, int first,
                     int second);

/* The pair type of a value and an index type; NULL when there is none.
 * [MPI-4.1 6.9.4] */
const struct datatype *datatype_value_index(const struct datatype *value,
                                            const struct datatype *index);

#endif
