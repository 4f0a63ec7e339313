/* The filter: which memory is tracked.
 *
 * A byte for each page of the program's addresses says whether anything of the
 * page is tracked, so that other accesses cost a load and a branch. The bytes
 * lie at a fixed address, are there only when touches are open, and cost
 * memory where tracked memory is. Invariant: the byte of a page is zero when
 * none of its bytes is tracked; its low bits count the ranges that hold the
 * whole page. */
#ifndef ORIEL_FILTER_H
#define ORIEL_FILTER_H

#include "touch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Behind the images; before the heap of the address sanitizer. */
#define FILTER ((unsigned char *)TOUCH_ADDRESS)
enum {
  PAGE_BITS = 12,
  ADDRESS_BITS = 47,
  FILTER_WHOLE = 0x7f, /* ranges that hold the page: more are counted aside */
  FILTER_PARTLY = 0x80 /* some ranges hold a part of it */
};

/* Wild addresses have a byte, too, so that not the filter but their use
 * fails. */
static inline size_t filter_page(const char *at)
{
  return (uintptr_t)at << (64 - ADDRESS_BITS) >>
         (64 - ADDRESS_BITS + PAGE_BITS);
}

static inline unsigned filter_of(const char *at)
{
  return FILTER[filter_page(at)];
}

int filter_open(void);
void filter_count(const char *from, const char *to, int reasons);
/* Is any byte of [from, to) tracked? */
bool filter_tracks(const char *from, const char *to);
/* How far all is tracked, from there on; at most to the end of its page. */
const char *filter_reach(const char *from);

#endif
