/* Contents: the call that built a datatype, for MPI_Type_get_contents.
 *
 * Equal calls, of whatever ranks, give one type: it is found by its contents.
 * So thousands of ranks that build the same type have it once, and in the
 * caches when they use it in turn.
 *
 * The arguments are kept in the order of the call, each with what it is: an
 * int in both versions of the call, a count (int in the plain call, MPI_Count
 * in the large one) or an address (MPI_Aint, MPI_Count). From that follow the
 * arrays of both versions. Invariant: `types` are references, in the order of
 * the call; no two types that live have equal contents. [MPI-4.1 5.1.13] */
#ifndef ORIEL_CONTENTS_H
#define ORIEL_CONTENTS_H

#include "datatype.h"

enum argument_kind { ARGUMENT_INT, ARGUMENT_COUNT, ARGUMENT_ADDRESS };

enum { FEW_ARGUMENTS = 8 };

struct contents {
  int combiner; /* MPI_COMBINER_* */
  bool large;   /* built by a large-count call */
  MPI_Count count, size;
  MPI_Count *values;
  unsigned char *kinds;
  MPI_Count types_count;
  const struct datatype **types;
  MPI_Count few_values[FEW_ARGUMENTS]; /* or else they are apart */
  unsigned char few_kinds[FEW_ARGUMENTS];
  const struct datatype *one_type;
};

struct contents *contents_new(int combiner);
void contents_free(struct contents *); /* NULL is allowed */
void contents_add(struct contents *, enum argument_kind, MPI_Count value);
void contents_add_counts(struct contents *, enum argument_kind, MPI_Count n,
                         const MPI_Count *values);
void contents_add_ints(struct contents *, MPI_Count n, const int *values);
/* Takes references. */
void contents_set_types(struct contents *, MPI_Count n,
                        const struct datatype *const *types);

/* A constructor, when its call is known and checked: true if an equal call has
 * made a type that lives; *out is a reference to it, the contents are gone. */
bool contents_known(struct contents *, struct datatype **out);
/* Else, when it is done: *out is what it has built, unless there is an error,
 * which is handed through. Takes the contents. */
int contents_built(int error, struct contents *, struct datatype **out);
/* What a large-count call gives in its place; takes the reference. */
struct datatype *contents_enlarged(struct datatype *);
/* The last reference is gone: no equal call finds the type any more. */
void contents_forget(struct datatype *);

/* How many arguments there are of each sort. With `large` false, counts are
 * integers, addresses are addresses; else both are large counts. */
struct contents_sizes {
  MPI_Count integers, addresses, large_counts, types;
};
struct contents_sizes contents_sizes(const struct contents *);
/* Fill arrays of those sizes. */
void contents_get(const struct contents *, int *integers, MPI_Aint *addresses,
                  MPI_Count *large_counts);

#endif
