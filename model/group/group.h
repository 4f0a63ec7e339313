/* Groups: ordered sets of world ranks. [MPI-4.1 7.3]
 *
 * Shared by reference count and immutable. A group whose members are an
 * arithmetic progression (the world, a halved world) is stored as three
 * numbers, and a fourth if one is missing inside (all others than a rank); any
 * other as an array, which equal groups share. Reverse look-up
 * (world rank to group rank) costs O(1) after a first use that builds an index
 * of O(size). */
#ifndef ORIEL_GROUP_H
#define ORIEL_GROUP_H

#include <stdbool.h>
#include <stdint.h>

/* Its members are group.c's own. */
struct group {
  int references;
  int size;
  int first, stride; /* when ranks is NULL */
  int hole;          /* from this rank on they lie one further; or INT_MAX */
  int *ranks;
  int *index;         /* slots that hold a group rank or -1; NULL until used */
  uint32_t slots;     /* of index: a power of two */
  uint32_t hash;      /* of ranks */
  struct group *next; /* in its bucket of `known` */
};

extern struct group group_empty;

struct group *group_range(int first, int stride, int size);
struct group *group_ref(struct group *);
void group_unref(struct group *);

int group_size(const struct group *);
/* The world rank of member `rank`, which must be in [0, size). */
static inline int group_world(const struct group *g, int rank)
{
  if (g->ranks) return g->ranks[rank];
  return g->first + g->stride * (rank + (rank >= g->hole));
}
/* The rank in the group of a world rank, or MPI_UNDEFINED. */
int group_rank(struct group *, int world);
/* Have they the same members in the same order? O(1). */
bool group_same(const struct group *, const struct group *);
/* MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL. */
int group_compare(struct group *, struct group *);

struct group *group_union(struct group *, struct group *);
struct group *group_intersection(struct group *, struct group *);
struct group *group_difference(struct group *, struct group *);
/* `ranks` are ranks in the group, checked by the caller. */
struct group *group_incl(struct group *, int n, const int *ranks);
struct group *group_excl(struct group *, int n, const int *ranks);

#endif
