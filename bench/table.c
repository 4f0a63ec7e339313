/* The table: a line for each measurement, those of a case under each other. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

/* Of seconds, in as many places as tell them apart. */
static void print_seconds(double s)
{
  if (s < 9.995)
    printf(" %8.3f", s);
  else
    printf(" %8.1f", s);
}

static void print_reason(const struct measurement *m)
{
  const struct figures *f = &m->figures;
  if (m->why)
    printf("  not run: %s\n", m->why);
  else if (f->outcome == TOO_LONG)
    printf("  stopped after %.0f s\n", f->wall);
  else if (f->outcome == TOO_LARGE)
    printf("  stopped at %.1f GB, after %.0f s\n", f->peak / 1e9, f->wall);
  else
    printf("  failed with exit code %d: %.60s\n", f->exit_code, f->errors);
}

/* How many times the processor time of Oriel's run of the case. */
static void print_ratio(const struct measurement *m)
{
  const struct measurement *o = measured(m->program->name, m->ranks, ORIEL);
  if (m->runner == ORIEL || !o)
    printf(" %8s", "");
  else
    printf(" %8.2f", m->figures.cpu / o->figures.cpu);
}

static void print_line(const struct measurement *m)
{
  const struct figures *f = &m->figures;
  printf("%-12s %8d  %-12s", m->program->name, m->ranks,
         runner_names[m->runner]);
  if (f->outcome != ENDED) {
    print_reason(m);
    return;
  }
  print_seconds(f->wall);
  print_seconds(f->cpu);
  print_ratio(m);
  printf(" %9.1f", f->peak / 1e6);
  if (m->operations > 0)
    printf(" %10.0f %12.3f", m->operations / f->wall, 1e6 * m->seconds);
  printf("\n");
}

void table_print(void)
{
  const struct measurement *last = NULL;
  printf("\n%-12s %8s  %-12s %8s %8s %8s %9s %10s %12s\n", "program", "ranks",
         "run by", "wall s", "cpu s", "x oriel", "MB", "operat./s",
         "simulated us");
  for (int i = 0; i < measurement_count; i++) {
    const struct measurement *m = &measurements[i];
    if (m->runner == COUNTED && m->figures.outcome == ENDED) continue;
    if (last && (last->program != m->program || last->ranks != m->ranks))
      printf("\n");
    print_line(m);
    last = m;
  }
}
