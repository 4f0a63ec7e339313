/* Pairing by name: the tables. */
#include "pair.h"

#include "../../model/pool.h"

struct table *pair_tables;

void pair_open(int ranks)
{
  pair_tables = block_new((size_t)ranks * PAIR_SIDES * sizeof *pair_tables);
}
