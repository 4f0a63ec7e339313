/* Topologies of any kind: shared, and given up. */
#include "topology.h"

struct topology *topology_ref(struct topology *t)
{
  if (t) t->references++;
  return t;
}

void topology_unref(struct topology *t)
{
  if (t && --t->references == 0) t->free(t);
}
