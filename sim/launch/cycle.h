/* The cycle of a deadlock: who waits for whom, back to where it began. */
#ifndef ORIEL_CYCLE_H
#define ORIEL_CYCLE_H

#include "../rank/rank.h"

struct waiter {
  int rank;
  int thread;  /* -1: the only one of its rank */
  char *text;  /* what it does, without its number */
  size_t head; /* bytes of that which do not say what it waits for */
  const struct strand *strand;
  struct whom whom; /* it waits for */
};

/* "rank 2 -> rank 5 -> rank 2", the one with the lowest rank that leads into
 * one; NULL: no cycle. All that wait, in the order of their ranks. */
char *cycle_line(const struct waiter *, int n);

#endif
