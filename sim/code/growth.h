/* Growth: numbers that grow by the same in each round of a loop. */
#ifndef ORIEL_GROWTH_H
#define ORIEL_GROWTH_H

#include "flow.h"

/* A number of `size` bytes, which wraps around; that of 4 in a register is all
 * that the register holds, one of 1 or 2 is the lowest part of that. */
struct growth {
  struct flow_place place;
  uint8_t size;
  bool small; /* it has 4 bytes, although its size is 8 */
  bool rises; /* it is positive, and far from an overflow, if nothing drops it */
  uint64_t more;
};
enum { GROWTHS = 64 };
struct growths {
  int count;
  struct growth list[GROWTHS];
};

/* Nothing is known any more of what lies at least partly there. */
void growths_drop(struct growths *, struct flow_place, size_t size);
/* What is too much is not known. */
void growths_add(struct growths *, struct growth);
/* Of a number of that size there; NULL: not known. */
struct growth *growths_find(struct growths *, struct flow_place, uint8_t size);

#endif
