/* When data moves, where MPI leaves it open. */
#include "order.h"

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

/* The finaliser of splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t mix(uint64_t x)
{
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

enum order order_of(uint64_t number)
{
  if (!drawn) return chosen;
  return mix(mix(seed + 0x9e3779b97f4a7c15u) + number) % (ORDER_REVERSE + 1);
}

bool order_hurries(void)
{
  return drawn || chosen == ORDER_EARLY;
}

bool order_blocks(void)
{
  return chosen == ORDER_LATE;
}
