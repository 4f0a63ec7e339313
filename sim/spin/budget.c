/* What looks in vain may cost: a tenth of the process's CPU time.
 *
 * Most ranks compute, and a step by the trap flag takes a microsecond on one
 * machine and twenty on another, so what a look takes is measured. One that is
 * too dear now is so until enough was computed; who waits in a loop passes that
 * time by itself. Invariant: this decides when a look begins, and nothing else.
 */
#include "budget.h"

#include <time.h>

enum { PART = 10 };
static const double FREE = 0.05; /* seconds of each run */

static struct {
  bool under_way;
  double began;   /* CPU time of the process, seconds */
  double seconds; /* that all looks in vain took, and */
  double steps;   /* what they cost */
} looks;

static double cpu_time(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool budget_allows(int cost)
{
  double step = looks.steps > 0 ? looks.seconds / looks.steps : 0;
  return looks.seconds + cost * step <= cpu_time() / PART + FREE;
}

void budget_begin(void)
{
  looks.under_way = true;
  looks.began = cpu_time();
}

void budget_end(int cost)
{
  if (!looks.under_way) return;
  looks.under_way = false;
  looks.seconds += cpu_time() - looks.began;
  looks.steps += cost;
}

void budget_found(void)
{
  looks.under_way = false;
}
