/* When data moves, where MPI leaves it open. */
#include "order.h"

#include "../model/hash.h"

#include <stdlib.h>
#include <string.h>

static enum order chosen;
static bool drawn;
static uint64_t seed;

void order_choose(const char *name)
{
  chosen = ORDER_TIMED;
  drawn = false;
  if (!name) return;
  if (!strcmp(name, "early")) chosen = ORDER_EARLY;
  if (!strcmp(name, "late")) chosen = ORDER_LATE;
  if (!strcmp(name, "reverse")) chosen = ORDER_REVERSE;
  drawn = !strncmp(name, "seed=", 5);
  if (drawn) seed = strtoull(name + 5, NULL, 10);
}

enum order order_of(uint64_t number)
{
  if (!drawn) return chosen;
  return hash_spread(hash_spread(seed) + number) % (ORDER_REVERSE + 1);
}

bool order_hurries(void)
{
  return drawn || chosen == ORDER_EARLY;
}

bool order_blocks(void)
{
  return chosen == ORDER_LATE;
}

bool order_defers(void)
{
  return chosen == ORDER_LATE;
}
