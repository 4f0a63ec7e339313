/* The stacks of contexts: of one page's memory until more of it is touched.
 *
 * They lie one above the other in large mappings, each with a page below it
 * that nobody may touch. Invariant: a stack's upper end is at the end of a
 * page, and what is given back is taken again before new memory. */
#ifndef ORIEL_STACKS_H
#define ORIEL_STACKS_H

#include <stdbool.h>
#include <stddef.h>

/* May the page below a stack take mappings of the kernel's, two a stack?
 * Without, there is one only where the kernel can make it otherwise. */
void stacks_guard(bool mappings);
/* May what lies on stacks be executed? Before the first is taken. */
void stacks_execute(void);
/* The upper end of a stack of `size` bytes, a multiple of the page's. */
char *stack_take(size_t size);
void stack_give(char *high, size_t size);
/* False: the address is on no stack. */
bool stacks_near(const void *address);

#endif
