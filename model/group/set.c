/* Groups: comparison and the operations of sets. [MPI-4.1 7.3.2]
 *
 * A result is built as an array of world ranks and handed to group_take,
 * which finds its shortest form; one that equals an operand shares it. */
#include "set.h"
#include "../memory.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int group_compare(struct group *a, struct group *b)
{
  if (group_same(a, b)) return MPI_IDENT;
  if (group_size(a) != group_size(b)) return MPI_UNEQUAL;
  for (int i = 0; i < group_size(a); i++)
    if (group_rank(b, group_world(a, i)) == MPI_UNDEFINED) return MPI_UNEQUAL;
  return MPI_SIMILAR;
}

/* Append to `ranks` the members of `a` that are (or are not) in `b`. */
static int select_members(int *ranks, int n, const struct group *a,
                          struct group *b, bool in)
{
  for (int i = 0; i < group_size(a); i++) {
    int world = group_world(a, i);
    if ((group_rank(b, world) != MPI_UNDEFINED) == in) ranks[n++] = world;
  }
  return n;
}

static int *room(long ranks)
{
  return xmalloc((size_t)(ranks ? ranks : 1) * sizeof(int));
}

struct group *group_union(struct group *a, struct group *b)
{
  int *ranks = room((long)group_size(a) + group_size(b));
  int n = group_size(a);
  for (int i = 0; i < n; i++)
    ranks[i] = group_world(a, i);
  return group_take(select_members(ranks, n, b, a, false), ranks);
}

struct group *group_intersection(struct group *a, struct group *b)
{
  int *ranks = room(group_size(a));
  return group_take(select_members(ranks, 0, a, b, true), ranks);
}

struct group *group_difference(struct group *a, struct group *b)
{
  int *ranks = room(group_size(a));
  return group_take(select_members(ranks, 0, a, b, false), ranks);
}

struct group *group_incl(struct group *g, int n, const int *ranks)
{
  int *world = room(n);
  for (int i = 0; i < n; i++)
    world[i] = group_world(g, ranks[i]);
  return group_take(n, world);
}

struct group *group_excl(struct group *g, int n, const int *ranks)
{
  int size = group_size(g), kept = 0;
  bool *out = xcalloc((size_t)size + 1, sizeof *out);
  int *world = room(size);
  for (int i = 0; i < n; i++)
    out[ranks[i]] = true;
  for (int i = 0; i < size; i++)
    if (!out[i]) world[kept++] = group_world(g, i);
  free(out);
  return group_take(kept, world);
}
