/* Dates to come, each with what is to happen then: the earliest leaves first,
 * of those that are equal the one that came first.
 *
 * A date's bits, as of an unsigned number, are its key. Keys lie by their
 * highest digit in which they differ from `last`, the key of the last that
 * left: one level for each digit, one slot for each value of it. So what is
 * first lies in the first slot of the lowest level that has any; when that slot
 * has several, its least becomes `last` and the others go to lower levels. A
 * date moves down a few times, in runs that lie in order in memory, and is
 * compared with no other one; a heap of as many would wait for the cache at
 * each of its levels. [Ahuja, Mehlhorn, Orlin, Tarjan: Faster algorithms for
 * the shortest path problem, J. ACM 37(2), 1990] Invariant: no key is below
 * `last`. */
#ifndef ORIEL_DATES_H
#define ORIEL_DATES_H

#include <stdint.h>

struct batch;
struct node {
  double date; /* not negative */
  struct batch *batch;
};

struct slot {
  struct node *nodes; /* in the order in which they came; NULL: none */
  double least;
  uint32_t from, to, room; /* the first of them, behind the last, and room */
};

enum {
  DATES_DIGIT = 6,   /* bits; */
  DATES_LEVELS = 11, /* so many make the 64 of a key */
  DATES_SLOTS = 1 << DATES_DIGIT
};
enum { DATES_SOON = 64 };

struct dates { /* all zero: none */
  uint64_t last;
  unsigned levels; /* bits: which have any */
  uint64_t slots[DATES_LEVELS];
  struct slot *of[DATES_LEVELS]; /* NULL: never had any */
  double told; /* up to here `soon` was told of all that there were */
  void (*soon)(const struct node *, unsigned n); /* NULL, or hears of those
                                                    that will leave soon */
};

void dates_add(struct dates *, struct node);
/* The earliest; HUGE_VAL: there are none. */
double dates_first(const struct dates *);
/* Take it out; there is one. */
struct node dates_take(struct dates *);
/* The last that was taken comes back: the first of its date. */
void dates_return(struct dates *, struct node);

#endif
