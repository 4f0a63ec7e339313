/* Simulated times where Oriel and SMPI should agree: large messages that share
 * links. SMPI has the plain flow model (no factors that stand for a TCP
 * network), Oriel `--network fluid`; what remains are the few microseconds of
 * overheads and handshakes that the two model differently. */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RANKS = 64, ROWS = 6 };

static const struct program rows[ROWS] = {
    {"stream", "16777216 1", "16 MiB to one rank from 1"},
    {"stream", "16777216 3", "16 MiB to one rank from each of 3"},
    {"stream", "16777216 15", "16 MiB to one rank from each of 15"},
    {"halo", "5 4194304", "5 epochs of 4 puts of 4 MiB"},
    {"pscw", "5 4194304", "5 epochs of a put of 4 MiB"},
    {"transpose", "32 256", "32 gets of 512 KiB"},
};
static double times[ROWS][2]; /* Oriel's, SMPI's */
static bool measured_any;

static double simulated(const struct program *p, bool smpi)
{
  double operations, seconds = NAN;
  struct figures f = child_run(command_agree(p, RANKS, smpi),
                               smpi ? settings.peer_limit : settings.limit);
  const char *line = strstr(f.output, "operations ");
  if (f.outcome == ENDED && line)
    sscanf(line, "operations %lf seconds %lf", &operations, &seconds);
  return seconds;
}

void agree_measure(void)
{
  if (!settings.peers || !command_has_smpi()) return;
  measured_any = true;
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < 2; k++)
      times[i][k] = simulated(&rows[i], k);
}

void agree_print(void)
{
  if (!measured_any) return;
  printf("\nsimulated time where both should agree, %d ranks\n%-12s %-36s %12s "
         "%12s %8s\n",
         RANKS, "program", "", "oriel us", "smpi us", "oriel");
  for (int i = 0; i < ROWS; i++) {
    printf("%-12s %-36s", rows[i].name, rows[i].what);
    for (int k = 0; k < 2; k++)
      if (isnan(times[i][k]))
        printf(" %12s", "failed");
      else
        printf(" %12.1f", 1e6 * times[i][k]);
    if (isnan(times[i][0] - times[i][1]))
      printf("\n");
    else
      printf(" %+6.2f %%\n", 100 * (times[i][0] / times[i][1] - 1));
  }
}
