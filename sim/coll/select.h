/* Which algorithm a collective uses: by size, or as --coll says.
 *
 * One table holds the algorithms of each family, with what they need and the
 * sizes for which they are taken. The first row that serves a call and fits
 * its size is taken; the last row of a family serves every call. --coll names
 * another, which is taken wherever it serves the call. */
#ifndef ORIEL_SELECT_H
#define ORIEL_SELECT_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

enum family {
  FAMILY_ALLGATHER,
  FAMILY_ALLREDUCE,
  FAMILY_ALLTOALL,
  FAMILY_BARRIER,
  FAMILY_BCAST,
  FAMILY_GATHER,
  FAMILY_REDUCE,
  FAMILY_REDUCE_SCATTER,
  FAMILY_SCATTER,
  FAMILIES
};

enum algorithm {
  ALGORITHM_BINOMIAL,
  ALGORITHM_BRUCK,
  ALGORITHM_DISSEMINATION,
  ALGORITHM_LINEAR,
  ALGORITHM_PAIRWISE,
  ALGORITHM_RABENSEIFNER,
  ALGORITHM_RECURSIVE_DOUBLING,
  ALGORITHM_RECURSIVE_HALVING,
  ALGORITHM_REDUCE_THEN_SCATTER,
  ALGORITHM_RING,
  ALGORITHM_SCATTER_ALLGATHER,
  ALGORITHM_TREE,
};

/* What a call offers, and an algorithm may need. */
enum trait {
  TRAIT_UNIFORM = 1,     /* blocks of one size, none of them empty */
  TRAIT_COMMUTATIVE = 2, /* the op */
  TRAIT_ELEMENTS = 4,    /* at least one for each rank */
  TRAIT_POWER_OF_TWO = 8 /* ranks */
};

/* The algorithm of a call whose size, as the family measures it, is `bytes`. */
enum algorithm select_algorithm(enum family, MPI_Count bytes, int ranks,
                                unsigned traits);

/* --coll=model: are the messages of collectives dates (model.c), not events? */
#pragma GCC visibility push(hidden)
extern bool select_model;
#pragma GCC visibility pop

/* --coll: "allreduce=ring", "model" or "exact". 0, or -1 and why not, which
 * lists the choices. The last one of a family counts. */
int select_named(const char *text, char *why, size_t size);

#endif
