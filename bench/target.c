/* The targets: what the benchmark is judged by, each with the figure that was
 * measured. Ratios are of processor time, limits of wall time. */
#include "bench.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TARGETS_MAX = 128 };
struct target targets[TARGETS_MAX];
int target_count;

/* `figure` must be at most `bound`, or at least -`bound` when that is negative;
 * NAN was not measured. */
__attribute__((format(printf, 4, 5))) static void
target(const char *name, double figure, double bound, const char *format, ...)
{
  va_list list;
  if (target_count == TARGETS_MAX) return;
  struct target *t = &targets[target_count++];
  snprintf(t->name, sizeof t->name, "%s", name);
  va_start(list, format);
  vsnprintf(t->text, sizeof t->text, format, list);
  va_end(list);
  t->figure = figure;
  t->bound = bound;
  t->met = isnan(figure) ? -1 : bound < 0 ? figure >= -bound : figure <= bound;
}

static double cpu(const char *program, int ranks, enum runner how)
{
  const struct measurement *m = measured(program, ranks, how);
  return m ? m->figures.cpu : NAN;
}

static double wall(const char *program, int ranks, enum runner how)
{
  const struct measurement *m = measured(program, ranks, how);
  return m ? m->figures.wall : NAN;
}

static double peak(const char *program, int ranks, enum runner how)
{
  const struct measurement *m = measured(program, ranks, how);
  return m ? m->figures.peak : NAN;
}

static double faster(const char *program, int ranks)
{
  return cpu(program, ranks, SMPI) / cpu(program, ranks, ORIEL);
}

/* Programs of which a ratio means something: hello is start-up alone. */
static bool is_judged(const struct program *p)
{
  return strcmp(p->name, "hello") && strncmp(p->name, "million", 7) &&
         strncmp(p->name, "x-", 2);
}

static void against_smpi(void)
{
  target("1", faster("halo", 1024), -20,
         "halo, 1,024 ranks: times faster than SMPI");
  target("1", peak("halo", 1024, ORIEL) / peak("halo", 1024, SMPI), 1,
         "halo, 1,024 ranks: memory over SMPI's");
  target("1", faster("halo", 256), -5, "halo, 256 ranks: times faster");
  for (int i = 0; i < program_count; i++)
    if (is_judged(&programs[i]) && strcmp(programs[i].name, "halo"))
      target("1", faster(programs[i].name, 1024), -10,
             "%s, 1,024 ranks: times faster than SMPI", programs[i].name);
}

static void against_bare(void)
{
  for (int i = 0; i < program_count; i++)
    if (is_judged(&programs[i]))
      target("2",
             cpu(programs[i].name, 1024, ORIEL) /
                 cpu(programs[i].name, 1024, BARE),
             1.5, "%s, 1,024 ranks: time over the bare engine's",
             programs[i].name);
}

/* The exponent e of time ~ ranks^e, from 1,024 ranks on. */
static double exponent(const char *name, int most, enum runner how)
{
  return log(cpu(name, most, how) / cpu(name, 1024, how)) / log(most / 1024.0);
}

/* Up to 65,536 ranks; what was measured of fewer is shown, and not judged. */
static void growth(void)
{
  for (int i = 0; i < program_count; i++) {
    const char *name = programs[i].name;
    int most = 65536;
    char note[64] = "";
    if (!is_judged(&programs[i])) continue;
    while (most > 4096 && !measured(name, most, ORIEL))
      most /= 4;
    double e = exponent(name, most, ORIEL), bare = exponent(name, most, BARE);
    if (most < 65536 && !isnan(e))
      snprintf(note, sizeof note, " (%.2f to %d)", e, most);
    else if (!isnan(bare))
      snprintf(note, sizeof note, " (bare: %.2f)", bare);
    target("3", most == 65536 ? e : NAN, 1.15,
           "%s: exponent, 1,024 to 65,536 ranks%s", name, note);
  }
}

static void large(void)
{
  target("4", wall("halo", 16384, ORIEL), 90, "halo, 16,384 ranks: s");
  target("4", peak("halo", 16384, ORIEL) / 1e9, 1.5, "halo, 16,384 ranks: GB");
  target("4", wall("halo", 65536, MODEL), 120,
         "halo, 65,536 ranks, --coll=model: s");
  target("4", peak("halo", 65536, MODEL) / 1e9, 3,
         "halo, 65,536 ranks, --coll=model: GB");
  target("5", wall("million", 1048576, MODEL), 900, "1,048,576 ranks: s");
  target("5", peak("million", 1048576, MODEL) / 1e9, 16, "1,048,576 ranks: GB");
  target("5", wall("million_4k", 1048576, MODEL), 900,
         "1,048,576 ranks, 4 KiB of variables: s");
  target("5", peak("million_4k", 1048576, MODEL) / 1e9, 22,
         "1,048,576 ranks, 4 KiB of variables: GB");
}

/* What a rank takes that does nothing, without what it touched of its stack. */
static double idle_bytes(void)
{
  const struct measurement *few = measured("hello", 64, ORIEL);
  const struct measurement *many = measured("hello", 16384, ORIEL);
  if (!few || !many) return NAN;
  return (many->figures.peak - few->figures.peak) / (16384 - 64) - many->stack;
}

static void start_up(void)
{
  target("6", wall("hello", 64, ORIEL), 0.15, "start-up, 64 ranks: s");
  target("6", wall("hello", 16384, ORIEL), 3, "start-up, 16,384 ranks: s");
  target("6", idle_bytes() / 1024, 12,
         "an idle rank, without its stack in use: KiB");
}

static void data(void)
{
  target("7", copies_least("contiguous"), -0.95,
         "contiguous types: least speed over memcpy's");
  target("7", copies_least("vector"), -0.8,
         "vectors: least speed over a loop nest's");
  target("7", copies_least("subarray"), -0.8,
         "subarrays: least speed over a loop nest's");
  target("7", copies_least_over_mpich(), -1,
         "vectors, subarrays: least speed over MPICH's");
  target("8", copies_least("sum"), -0.95,
         "sum of doubles: least speed over a loop's");
}

/* What the checker costs, beside the eight: on programs as they are, and on
 * those whose loads and stores it sees. */
static void checker(void)
{
  static const int sizes[] = {64, 1024, 4096};
  for (int i = 0; i < program_count; i++) {
    const char *name = programs[i].name;
    if (strncmp(name, "x-", 2)) continue;
    for (int k = 0; k < 3; k++) {
      double plain = cpu(name, sizes[k], ORIEL);
      target("check", cpu(name, sizes[k], CHECKED) / plain, 2,
             "%s, %d ranks: time checked over unchecked", name, sizes[k]);
      target("check", cpu(name, sizes[k], INSTRUMENTED) / plain, 8,
             "%s, %d ranks: time instrumented over plain", name, sizes[k]);
    }
    target("check", peak(name, 4096, CHECKED) / peak(name, 4096, ORIEL), 2,
           "%s, 4,096 ranks: memory checked over unchecked", name);
  }
}

void targets_print(void)
{
  against_smpi();
  against_bare();
  growth();
  large();
  start_up();
  data();
  checker();
  printf("\n%-6s %-56s %10s %10s\n", "target", "", "figure", "");
  for (int i = 0; i < target_count; i++) {
    const struct target *t = &targets[i];
    char bound[32];
    snprintf(bound, sizeof bound, "%s %g",
             t->bound < 0 ? ">=" : "<=", fabs(t->bound));
    printf("%-6s %-56s ", t->name, t->text);
    if (t->met < 0)
      printf("%10s %10s  not measured\n", "", bound);
    else
      printf("%10.3f %10s  %s\n", t->figure, bound, t->met ? "met" : "not met");
  }
}
