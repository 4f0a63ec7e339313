/* What each collective does with its members' buffers and whose call comes
 * before whose return, as MPI has it, whatever the algorithm; and who is who in
 * one. What observers are told goes by that. */
#ifndef ORIEL_SHAPE_H
#define ORIEL_SHAPE_H

#include "algorithm.h"

enum pattern {
  ALL,       /* who gets something comes after all who give something */
  FROM_ROOT, /* all come after the root */
  TO_ROOT,   /* the root comes after all */
  PAIRS,     /* each block's receiver after its sender */
  PREFIX,    /* each after those before it */
};

/* Blocks of a buffer argument: none, one, one per partner. */
enum extent { NONE, ONE, EACH };

struct shape {
  enum pattern pattern;
  enum extent send, recv;
  enum { BY_ALL, ROOT_SENDS, ROOT_RECEIVES } has; /* or only the root has it */
};

const struct shape *shape_of(const struct coll *);

/* Of self: the root; one who has a member's part, the root's beside it or not;
 * one of the root's group in an intercommunicator, who only looks on. */
bool coll_is_root(const struct coll *);
bool coll_is_member(const struct coll *);
bool coll_looks_on(const struct coll *);
bool coll_rooted(const struct coll *);

/* Between neighbors of a topology. */
bool coll_neighborly(const struct coll *);
/* Those that blocks come from and go to: so many, of which rank i is self. */
int coll_partners(const struct coll *);
bool coll_is_self(const struct coll *, int i);
/* How many blocks the side has, and whose the i-th is: a rank of the partners,
 * or MPI_PROC_NULL. */
int coll_blocks_in(const struct coll *);
int coll_blocks_out(const struct coll *);
int coll_block_from(const struct coll *, int i);
int coll_block_to(const struct coll *, int i);

#endif
