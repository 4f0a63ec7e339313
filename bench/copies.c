/* Copies of derived types and sums: bench/alone/copy.c under Oriel and MPICH.
 *
 * The two run one after the other, so MPICH's figure is taken relative to the
 * loops that were timed beside it, not to Oriel's. */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { COPIES_MAX = 64 };
struct copy_figure copies[COPIES_MAX];
int copy_count;
static struct figures oriel_run, mpich_run;

static struct copy_figure *copy_of(const char *kind, int block)
{
  for (int i = 0; i < copy_count; i++)
    if (!strcmp(copies[i].kind, kind) && copies[i].block == block)
      return &copies[i];
  if (copy_count == COPIES_MAX) return NULL;
  struct copy_figure *c = &copies[copy_count++];
  *c = (struct copy_figure){.block = block};
  snprintf(c->kind, sizeof c->kind, "%s", kind);
  c->pack = c->unpack = c->mpich_pack = c->mpich_unpack = NAN;
  return c;
}

/* Speeds relative to the loops: their seconds over the library's. */
static void lines_read(const char *text, bool mpich)
{
  char kind[32];
  int block;
  double pack, pack_loop, unpack, unpack_loop;
  for (; (text = strstr(text, "copy ")); text += 5) {
    if (sscanf(text, "copy %31s %d %lf %lf %lf %lf", kind, &block, &pack,
               &pack_loop, &unpack, &unpack_loop) != 6)
      continue;
    struct copy_figure *c = copy_of(kind, block);
    if (!c) return;
    *(mpich ? &c->mpich_pack : &c->pack) = pack_loop / pack;
    *(mpich ? &c->mpich_unpack : &c->unpack) = unpack_loop / unpack;
  }
}

void copies_measure(void)
{
  char run[600], program[600], mpich[600], *samples = "200";
  snprintf(run, sizeof run, "%s/bin/orielrun", settings.build);
  snprintf(program, sizeof program, "%s/bench/alone/copy.oriel",
           settings.build);
  snprintf(mpich, sizeof mpich, "%s/bench/alone/copy.mpich", settings.build);
  if (settings.repeat == 1) samples = "20";
  char *oriel[] = {run, "--quiet", "-np", "1", program, samples, NULL};
  char *other[] = {mpich, samples, NULL};
  oriel_run = child_run(oriel, settings.limit);
  lines_read(oriel_run.output, false);
  if (!settings.peers || access(mpich, X_OK)) return;
  mpich_run = child_run(other, settings.limit);
  lines_read(mpich_run.output, true);
}

double copies_least(const char *kind)
{
  double least = NAN;
  for (int i = 0; i < copy_count; i++)
    if (!strcmp(copies[i].kind, kind))
      least = fmin(least, fmin(copies[i].pack, copies[i].unpack));
  return least;
}

double copies_least_over_mpich(void)
{
  double least = NAN;
  for (int i = 0; i < copy_count; i++) {
    const struct copy_figure *c = &copies[i];
    if (strcmp(c->kind, "vector") && strcmp(c->kind, "subarray")) continue;
    least =
        fmin(least, fmin(c->pack / c->mpich_pack, c->unpack / c->mpich_unpack));
  }
  return least;
}

static void print_speed(double speed)
{
  if (isnan(speed))
    printf(" %8s", "-");
  else
    printf(" %8.2f", speed);
}

void copies_print(void)
{
  if (copy_count)
    printf("\n%-12s %8s  speed over a loop's\n%-12s %8s %8s %8s %8s %8s\n",
           "copies of", "block", "", "bytes", "pack", "MPICH", "unpack",
           "MPICH");
  for (int i = 0; i < copy_count; i++) {
    const struct copy_figure *c = &copies[i];
    printf("%-12s %8d", c->kind, c->block);
    print_speed(c->pack);
    print_speed(c->mpich_pack);
    print_speed(c->unpack);
    print_speed(c->mpich_unpack);
    printf("\n");
  }
  if (oriel_run.outcome != ENDED)
    printf("copies: Oriel's run %s: %s\n",
           oriel_run.outcome == NOT_RUN ? "was not made" : "failed",
           oriel_run.errors);
  if (mpich_run.outcome == FAILED)
    printf("copies: MPICH's run failed: %s\n", mpich_run.errors);
}
