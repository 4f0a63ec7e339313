/* Groups: sets, ranks, comparison.
 *
 * run: np=4 */
#include "covers.h"

static MPI_Group world, even, odd;

static int size_of(MPI_Group g)
{
  int size = -1;
  MPI_Group_size(g, &size);
  return size;
}

/* The group's members are these ranks of the world; frees it. */
static int is(MPI_Group *g, int count, const int *ranks)
{
  int all[4] = {0, 1, 2, 3}, there[4], same = size_of(*g) == count;
  if (same) MPI_Group_translate_ranks(*g, count, all, world, there);
  for (int i = 0; same && i < count; i++)
    same = there[i] == ranks[i];
  if (*g != MPI_GROUP_EMPTY) MPI_Group_free(g);
  return same;
}

int main(int argc, char **argv)
{
  MPI_Group g;
  int x, y[4], result;
  covers_begin(&argc, &argv);
  COVERS(MPI_Comm_group, MPI_Group_size, MPI_Group_rank);
  OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
  OK(MPI_Group_size(world, &x));
  CHECK(x == n);
  OK(MPI_Group_rank(world, &x));
  CHECK(x == me);
  OK(MPI_Group_rank(MPI_GROUP_EMPTY, &x));
  CHECK(x == MPI_UNDEFINED);
  COVERS(MPI_Group_incl, MPI_Group_excl);
  OK(MPI_Group_incl(world, 2, (int[]){2, 0}, &even));
  OK(MPI_Group_excl(world, 2, (int[]){2, 0}, &odd));
  CHECK(size_of(even) == 2 && size_of(odd) == 2);
  OK(MPI_Group_incl(world, 0, NULL, &g));
  CHECK(is(&g, 0, NULL));
  OK(MPI_Group_excl(world, 0, NULL, &g));
  CHECK(is(&g, 4, (int[]){0, 1, 2, 3}));
  COVERS(MPI_Group_translate_ranks);
  OK(MPI_Group_translate_ranks(world, 3, (int[]){0, 2, MPI_PROC_NULL}, even,
                               y));
  CHECK(y[0] == 1 && y[1] == 0 && y[2] == MPI_PROC_NULL);
  OK(MPI_Group_translate_ranks(world, 1, (int[]){1}, even, y));
  CHECK(y[0] == MPI_UNDEFINED);
  COVERS(MPI_Group_union, MPI_Group_intersection, MPI_Group_difference);
  OK(MPI_Group_union(even, odd, &g));
  CHECK(is(&g, 4, (int[]){2, 0, 1, 3}));
  OK(MPI_Group_intersection(world, even, &g));
  CHECK(is(&g, 2, (int[]){0, 2}));
  OK(MPI_Group_intersection(odd, even, &g));
  CHECK(is(&g, 0, NULL));
  OK(MPI_Group_difference(world, even, &g));
  CHECK(is(&g, 2, (int[]){1, 3}));
  COVERS(MPI_Group_range_incl, MPI_Group_range_excl);
  OK(MPI_Group_range_incl(world, 1, (int[][3]){{3, 0, -2}}, &g));
  CHECK(is(&g, 2, (int[]){3, 1}));
  OK(MPI_Group_range_excl(world, 2, (int[][3]){{0, 0, 1}, {3, 2, -1}}, &g));
  CHECK(is(&g, 1, (int[]){1}));
  COVERS(MPI_Group_compare, MPI_Group_free);
  OK(MPI_Group_incl(world, 2, (int[]){0, 2}, &g));
  OK(MPI_Group_compare(g, even, &result));
  CHECK(result == MPI_SIMILAR);
  OK(MPI_Group_compare(even, even, &result));
  CHECK(result == MPI_IDENT);
  OK(MPI_Group_compare(g, odd, &result));
  CHECK(result == MPI_UNEQUAL);
  OK(MPI_Group_free(&g));
  CHECK(g == MPI_GROUP_NULL);
  OK(MPI_Group_free(&even));
  OK(MPI_Group_free(&odd));
  OK(MPI_Group_free(&world));
  return covers_end();
}
