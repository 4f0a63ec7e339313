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
  int callee;           /* the owner's, ... */
  int number;           /* ... this, too, ... */
  long depth;           /* ... this, ... */
  const void *first;    /* ... this: a call's, of its expression, ... */
  bool known, waits, again, leads; /* ... as these are, ... */
  bool keeps_none; /* ... this: a call that keeps no pointer, ... */
  bool tells;      /* ... this: a call that only tells an access, ... */
  bool wall;       /* ... and this: no loop leads on behind it */
  bool pad;        /* no other step leads there: an exception may */
  bool after;      /* it can follow the one of paths_follow */
  int loop;        /* that it is in, from 1; 0: it cannot follow itself */
};

/* Of a function, with what its compiler has put aside of it, in the order of
 * addresses. */
struct paths {
  struct path_step *steps;
  struct path_step *begin; /* where the function is entered */
  size_t count;
  struct path_step **around; /* the steps by their loops, those of loop i... */
  size_t *loops;             /* ... from here up to that of i + 1 */
  int loop_count;
  struct path_step **ways; /* those that are still to be gone on from, ... */
  size_t open;             /* ... so many */
  bool strange;            /* they cannot be read, or may lead anywhere */
};

void paths_read(struct paths *, const struct where_code *);
void paths_drop(struct paths *);
/* With the walls that are there: `loop` of each step, which those have in
 * common that can follow each other. */
void paths_find_loops(struct paths *);
/* The one that ends at `site`; NULL: none does. */
struct path_step *paths_ending(const struct paths *, const void *site);
/* Mark what can follow a step. */
void paths_follow(struct paths *, const struct path_step *);
/* Those that may follow a step, through walls, too, but not by an exception:
 * how many. */
int paths_next(const struct paths *, const struct path_step *,
               const struct path_step *next[2]);

#endif
