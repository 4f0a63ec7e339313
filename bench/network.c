/* The network modes: how far `hybrid` and `latency` are from `fluid` in
 * simulated time, on benchmark programs with small and with large messages.
 *
 * Nothing here depends on the host: the table is the same on every machine. */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct program cases[] = {
    {"halo", "20 1024", "1 KiB"},     {"halo", "10 65536", "64 KiB"},
    {"halo", "5 1048576", "1 MiB"},   {"pscw", "20 1024", "1 KiB"},
    {"pscw", "10 65536", "64 KiB"},   {"pscw", "5 1048576", "1 MiB"},
    {"fetch", "20", "8 B"},           {"gups", "100", "8 B"},
    {"lock", "20 8", "8 B"},          {"lock", "20 65536", "64 KiB"},
    {"transpose", "32 4", "128 B"},   {"transpose", "32 32", "8 KiB"},
    {"transpose", "32 64", "32 KiB"}, {"collective", "20", "8 B"},
};
static const char *const platforms[] = {"single-switch", "fat-tree", "torus"};
static const char *const modes[] = {"fluid", "hybrid", "latency"};

enum { CASES = sizeof cases / sizeof *cases, PLATFORMS = 3, MODES = 3 };

/* Simulated seconds; NAN when the run failed, and a line says why. */
static double simulated(const struct program *p, int ranks, const char *mode,
                        const char *platform)
{
  double operations, seconds = NAN;
  struct figures f =
      child_run(command_network(p, ranks, mode, platform), settings.limit);
  const char *line = strstr(f.output, "operations ");
  if (f.outcome == ENDED && line)
    sscanf(line, "operations %lf seconds %lf", &operations, &seconds);
  else
    fprintf(stderr, "bench: %s %s on %s, %s: exit code %d: %s\n", p->name,
            p->arguments, platform, mode, f.exit_code, f.errors);
  return seconds;
}

/* A difference in percent, in bold face above 5. */
static void print_difference(double seconds, double reference)
{
  double percent = 100 * (seconds / reference - 1);
  if (fabs(percent) < 0.05)
    printf(" 0 |");
  else if (fabs(percent) > 5)
    printf(" **%+.1f %%** |", percent);
  else
    printf(" %+.1f %% |", percent);
}

static int print_row(const struct program *p, int ranks)
{
  int failed = 0;
  printf("| %s, %s |", p->name, p->what);
  for (int i = 0; i < PLATFORMS; i++) {
    double fluid = 0;
    for (int k = 0; k < MODES; k++) {
      double t = simulated(p, ranks, modes[k], platforms[i]);
      failed |= isnan(t);
      if (k == 0)
        printf(" %.1f |", 1e6 * (fluid = t));
      else
        print_difference(t, fluid);
    }
  }
  printf("\n");
  fflush(stdout);
  return failed;
}

int network_table(void)
{
  int failed = 0;
  for (int n = 0; n < settings.size_count; n++) {
    int ranks = settings.sizes[n];
    printf("\n| %d ranks |", ranks);
    for (int i = 0; i < PLATFORMS; i++)
      printf(" %s: fluid, us | hybrid | latency |", platforms[i]);
    printf("\n|---|");
    for (int i = 0; i < PLATFORMS * MODES; i++)
      printf("--:|");
    printf("\n");
    for (int i = 0; i < CASES; i++)
      failed |= print_row(&cases[i], ranks);
  }
  return failed;
}
