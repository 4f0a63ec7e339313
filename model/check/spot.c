/* Spots in words. Loads and stores are shown with their function. */
#include "spot.h"
#include "options.h"

#include <stdio.h>
#include <string.h>

void spot_side(const struct spot *s, const char *note, struct report_side *side)
{
  bool called = strncmp(s->call, "MPI_", 4) == 0;
  *side =
      (struct report_side){.what = s->call,
                           .rank = s->rank,
                           .strand = s->strand,
                           .place = called ? checking->place(s->site)
                                           : checking->place_function(s->site)};
  if (note) snprintf(side->note, sizeof side->note, "%s", note);
}
