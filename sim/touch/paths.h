/* Paths: which instructions of a function can follow one of it.
 *
 * Calls go on behind them, and all where an exception may lead. */
#ifndef ORIEL_PATHS_H
#define ORIEL_PATHS_H

#include "../code/instruction.h"
#include "../where/where.h"

#include <stddef.h>

/* An instruction. */
struct path_step {
  const unsigned char *at;
  struct instruction is;
  struct path_step *to; /* where it jumps or branches to; NULL: elsewhere, or,
                           of a call, where the owner says, too */
  struct path_step *from, *beside; /* the first that comes here by `to`; another
                                      that comes where it does */
  int callee;                      /* the owner's, ... */
  int number;                      /* ... this, too, ... */
  const void *first;  /* ... this: a call's, of its expression, ... */
  bool next;          /* ... as this is, ... */
  bool tells;         /* ... this: a call that only tells an access, ... */
  bool wall;          /* ... and this: no way leads on behind it */
  bool pad;           /* no other step leads there: an exception may */
  bool after, before; /* it can follow the one, or the one it */
};

/* Of a function, with what its compiler has put aside of it, in the order of
 * addresses. */
struct paths {
  struct path_step *steps;
  struct path_step *begin; /* where the function is entered */
  size_t count;
  struct path_step **ways; /* those that are still to be gone on from, ... */
  size_t open;             /* ... so many */
  bool strange;            /* they cannot be read, or may lead anywhere */
};

void paths_read(struct paths *, const struct where_code *);
void paths_drop(struct paths *);
/* Does a step end there? */
bool paths_have(const struct paths *, const void *site);
/* Mark what can follow the step that ends at `site`, and what it can follow.
 * Can it follow itself? */
bool paths_around(struct paths *, const void *site);
/* Those that may follow a step, but by an exception: how many. */
int paths_next(const struct paths *, const struct path_step *,
               const struct path_step *next[2]);

#endif
