/* Contents: the call that built a datatype, for MPI_Type_get_contents.
 *
 * The arguments are kept in the order of the call, each with what it is: an
 * int in both versions of the call, a count (int in the plain call, MPI_Count
 * in the large one) or an address (MPI_Aint, MPI_Count). From that follow the
 * arrays of both versions. Invariant: `types` are references, in the order of
 * the call. [MPI-4.1 5.1.13] */
#ifndef ORIEL_CONTENTS_H
#define ORIEL_CONTENTS_H

#include "datatype.h"

enum argument_kind { ARGUMENT_INT, ARGUMENT_COUNT, ARGUMENT_ADDRESS };

struct contents {
  int combiner; /* MPI_COMBINER_* */
  bool large;   /* built by a large-count call, set by who made that call */
  MPI_Count count, size;
  MPI_Count *values;
  unsigned char *kinds;
  MPI_Count types_count;
  const struct datatype **types;
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
