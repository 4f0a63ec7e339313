/* A window of three ranks without communicator or simulator, seen by rank 0:
 * rank 1's part has 100 bytes and the unit 4, rank 2's none and the unit 1. */
#ifndef WINDOW_BY_HAND_H
#define WINDOW_BY_HAND_H

#include "model/error/fault.h"
#include "model/window/window.h"

#include <mpi.h>
#include <string.h>

static char by_hand_memory[128];
static struct exposure by_hand_exposures[3];
static struct window_view by_hand_views[3];
static struct window by_hand = {
    .size = 3, .exposures = by_hand_exposures, .views = by_hand_views};

static struct window_view *window_by_hand(int flavor)
{
  by_hand.flavor = flavor;
  memset(by_hand_exposures, 0, sizeof by_hand_exposures);
  for (int i = 0; i < 3; i++) {
    by_hand_views[i] = (struct window_view){.window = &by_hand, .rank = i};
    by_hand_exposures[i].unit = 1;
  }
  if (flavor != MPI_WIN_FLAVOR_DYNAMIC)
    by_hand_exposures[1] =
        (struct exposure){.base = by_hand_memory, .size = 100, .unit = 4};
  return &by_hand_views[0];
}

static inline bool fault_says(const char *text)
{
  return strstr(fault_text(), text) != NULL;
}

#endif
