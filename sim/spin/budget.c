/* What looks in vain may cost: a tenth of the CPU time since one found a loop.
 *
 * Most ranks compute, and a step by the trap flag takes a microsecond on one
 * machine and twenty on another, so what a look takes is measured. One that is
 * too dear now goes less far, or waits until enough was computed; who waits in
 * a loop passes that time by itself. Where a loop was found there are most
 * often more, so all that was in vain before is forgotten then. Invariant: this
 * decides when a look begins, and how far it goes, and nothing else. */
#include "budget.h"

#include <stdbool.h>
#include <time.h>

enum { PART = 10 };
static const double FREE = 0.05; /* seconds */

static struct {
  bool under_way;
  double began; /* CPU time of the process, seconds */
  double found; /* when the latest found a loop */
  double spent; /* by those in vain since then */
  double step;  /* seconds of one, when it was measured last */
} looks;

static double cpu_time(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int budget_of(int least, int most)
{
  double left = (cpu_time() - looks.found) / PART + FREE - looks.spent;
  if (left >= most * looks.step) return most;
  return left >= least * looks.step ? (int)(left / looks.step) : 0;
}

void budget_begin(void)
{
  looks.under_way = true;
  looks.began = cpu_time();
}

void budget_end(int cost)
{
  if (!looks.under_way) return;
  double seconds = cpu_time() - looks.began;
  looks.under_way = false;
  looks.spent += seconds;
  if (cost > 0) looks.step = seconds / cost;
}

void budget_found(void)
{
  looks.under_way = false;
  looks.spent = 0;
  looks.found = cpu_time();
}
