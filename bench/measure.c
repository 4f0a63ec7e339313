/* Measurements: cases run by their runners, the best of several. */
#include "bench.h"

#include "../model/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct measurement *measurements;
int measurement_count;

const struct measurement *measurement_find(const char *program, int ranks,
                                           enum runner how)
{
  for (int i = 0; i < measurement_count; i++) {
    const struct measurement *m = &measurements[i];
    if (m->ranks == ranks && m->runner == how &&
        !strcmp(m->program->name, program))
      return m;
  }
  return NULL;
}

const struct measurement *measured(const char *program, int ranks,
                                   enum runner how)
{
  const struct measurement *m = measurement_find(program, ranks, how);
  return m && m->figures.outcome == ENDED ? m : NULL;
}

static struct measurement *measurement_new(const struct program *p, int ranks,
                                           enum runner how)
{
  measurements =
      xrealloc(measurements, (measurement_count + 1) * sizeof *measurements);
  struct measurement *m = &measurements[measurement_count++];
  *m = (struct measurement){.program = p, .ranks = ranks, .runner = how};
  return m;
}

/* On a terminal, what is being run; it is wiped out afterwards. */
static void progress(const char *program, int ranks, const char *runner)
{
  if (!isatty(2)) return;
  if (program)
    fprintf(stderr, "\r\033[K%s, %d ranks, %s", program, ranks, runner);
  else
    fprintf(stderr, "\r\033[K");
}

/* SMPI's time grows faster than its messages do. Would it end within the limit,
 * to judge by the next smaller case? */
static const char *too_slow(const struct program *p, int ranks)
{
  const struct measurement *smaller = NULL;
  for (int i = 0; i < measurement_count; i++) {
    const struct measurement *m = &measurements[i];
    if (m->program != p || m->runner != SMPI || m->ranks >= ranks) continue;
    if (!smaller || m->ranks > smaller->ranks) smaller = m;
  }
  if (!smaller) return NULL;
  if (smaller->figures.outcome != ENDED) return "as with fewer ranks";
  double growth = pow((double)ranks / smaller->ranks, 1.8);
  return smaller->figures.wall * growth > settings.peer_limit
             ? "would take long"
             : NULL;
}

static void read_output(struct measurement *m, const char *output)
{
  const char *line = strstr(output, "operations ");
  if (line)
    sscanf(line, "operations %lf seconds %lf", &m->operations, &m->seconds);
  line = strstr(output, "stack ");
  if (line) sscanf(line, "stack %lf", &m->stack);
}

static void keep_best(struct measurement *m, const struct figures *f)
{
  struct figures *best = &m->figures;
  read_output(m, f->output);
  if (m->runs++ == 0) {
    *best = *f;
    return;
  }
  best->wall = fmin(best->wall, f->wall);
  best->cpu = fmin(best->cpu, f->cpu);
  best->peak = fmin(best->peak, f->peak);
}

/* What a checked run takes is about twice what an unchecked one does. */
static void prepare(const struct measurement *m)
{
  bool checks = m->runner == CHECKED || m->runner == INSTRUMENTED;
  const struct measurement *like =
      measured(m->program->name, m->ranks, COUNTED);
  if (!like) like = measured(m->program->name, m->ranks, ORIEL);
  if (like) child_prepare((checks ? 2.2 : 1.1) * like->figures.peak);
}

/* One run. False: no further one of this runner. */
static bool run_once(struct measurement *m, const struct made_of *like)
{
  const char *why;
  char *const *command =
      command_of(m->program, m->ranks, m->runner, like, &why);
  if (command && m->runner == SMPI) why = too_slow(m->program, m->ranks);
  if (why) {
    m->why = why;
    return false;
  }
  double limit = m->runner == SMPI ? settings.peer_limit : settings.limit;
  progress(m->program->name, m->ranks, runner_names[m->runner]);
  prepare(m);
  struct figures f = child_run(command, limit);
  progress(NULL, 0, NULL);
  if (f.outcome != ENDED) {
    m->figures = f;
    m->runs++;
    return false;
  }
  keep_best(m, &f);
  if (m->runner == COUNTED) m->made_of = command_made_of();
  return m->runner != COUNTED;
}

/* Short runs are repeated, long ones and those that count are not. */
void measure_case(const struct program *p, int ranks, const enum runner *how,
                  int count)
{
  enum { LONG = 20 };
  int first = measurement_count;
  bool again[RUNNERS];
  double spent[RUNNERS] = {0};
  for (int i = 0; i < count; i++) {
    measurement_new(p, ranks, how[i]);
    again[i] = true;
  }
  for (int k = 0; k < settings.repeat; k++)
    for (int i = 0; i < count; i++) {
      struct measurement *m = &measurements[first + i];
      const struct measurement *like = measured(p->name, ranks, COUNTED);
      if (!again[i]) continue;
      again[i] = run_once(m, like ? &like->made_of : NULL);
      spent[i] += m->figures.wall;
      if (spent[i] > LONG) again[i] = false;
    }
}
