/* Which functions the calls in a function lead to. */
#ifndef ORIEL_TOUCH_CALLS_H
#define ORIEL_TOUCH_CALLS_H

#include "paths.h"

#include "../../model/hash.h"

enum callee {
  CALLEE_TELLS = 1, /* an access, and does nothing else */
  CALLEE_QUIET,
  CALLEE_OURS,   /* a function of the program, which may call MPI */
  CALLEE_ITSELF, /* the one that calls */
  CALLEE_MPI,
  CALLEE_GIVES, /* of MPI, and done with all pointers when it returns: the same
                   but for the owner's step, which says so */
  CALLEE_BARRIER,
  CALLEE_ENDS,    /* it does not return */
  CALLEE_ANYWHERE /* it returns where it returned before */
};

/* Name those of a function: its steps' `callee`, `tells`, `keeps_none` and, of
 * what calls itself, `to`. */
void calls_name(struct paths *);

/* Functions of the program, in the order in which they are met. */
struct calls_reach {
  bool anywhere; /* or any */
  int count;
  struct hash_key *functions; /* the owner's */
};
/* Those to which the calls lead that are marked as after a step, and what these
 * call. */
struct calls_reach calls_reach(const struct paths *);
bool calls_come_to(const struct calls_reach *, struct hash_key function);
/* Of code: the same in all images. */
struct hash_key calls_key(const void *code);

#endif
