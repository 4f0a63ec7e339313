/* A step, of those that need no trap. What is called may be ours, and change
 * what the caller knows: hence the barrier. */
#include "next.h"

#include "execute.h"
#include "known.h"

int next_step(ucontext_t *u)
{
  struct touch_call c;
  int cost = 1;
  if (known_call(u, &c)) {
    cost += (int)((c.reads[0].size + c.writes[0].size) / TRAP);
    known_make(u, &c);
  } else if (!execute_next(u)) {
    return 0;
  }
  __asm__ volatile("" : : : "memory");
  return cost;
}
