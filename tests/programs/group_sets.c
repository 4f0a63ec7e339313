/* Groups: sets, orders, ranges, translation.
 *
 * run: np=7
 * stdout: ok
 */
#include "check.h"

static MPI_Group world;

static MPI_Group some(int n, const int *ranks)
{
  MPI_Group group;
  MPI_Group_incl(world, n, ranks, &group);
  return group;
}

/* The group has these members of the world, in this order. */
static void holds(MPI_Group group, int n, const int *ranks)
{
  int size, me, own[7], there[7];
  MPI_Group_size(group, &size);
  SAME(size, n);
  for (int i = 0; i < n; i++)
    own[i] = i;
  MPI_Group_translate_ranks(group, n, own, world, there);
  for (int i = 0; i < n; i++)
    SAME(there[i], ranks[i]);
  int expected = MPI_UNDEFINED;
  for (int i = 0; i < n; i++)
    if (ranks[i] == world_rank()) expected = i;
  MPI_Group_rank(group, &me);
  SAME(me, expected);
}

static void sets(void)
{
  static const int a_ranks[] = {5, 0, 3}, b_ranks[] = {3, 6, 5, 1};
  MPI_Group a = some(3, a_ranks), b = some(4, b_ranks), c;
  MPI_Group_union(a, b, &c);
  holds(c, 5, (int[]){5, 0, 3, 6, 1});
  MPI_Group_free(&c);
  CHECK(c == MPI_GROUP_NULL);
  MPI_Group_intersection(a, b, &c);
  holds(c, 2, (int[]){5, 3});
  MPI_Group_free(&c);
  MPI_Group_difference(b, a, &c);
  holds(c, 2, (int[]){6, 1});
  MPI_Group_free(&c);
  MPI_Group_difference(a, a, &c);
  CHECK(c == MPI_GROUP_EMPTY);
  MPI_Group_union(a, MPI_GROUP_EMPTY, &c);
  int result;
  MPI_Group_compare(a, c, &result);
  SAME(result, MPI_IDENT);
  MPI_Group_free(&c);
  c = some(3, (int[]){0, 3, 5});
  MPI_Group_compare(a, c, &result);
  SAME(result, MPI_SIMILAR);
  MPI_Group_compare(a, b, &result);
  SAME(result, MPI_UNEQUAL);
  MPI_Group_free(&c);
  MPI_Group_free(&b);
  MPI_Group_free(&a);
}

static void choices(void)
{
  MPI_Group c;
  int up[][3] = {{6, 6, 1}, {0, 5, 2}}, down[][3] = {{5, 1, -2}};
  int open_end[][3] = {{1, 9, 5}};
  MPI_Group_range_incl(world, 2, up, &c);
  holds(c, 4, (int[]){6, 0, 2, 4});
  MPI_Group_free(&c);
  MPI_Group_range_incl(world, 1, down, &c);
  holds(c, 3, (int[]){5, 3, 1});
  MPI_Group_free(&c);
  MPI_Group_range_excl(world, 1, down, &c);
  holds(c, 4, (int[]){0, 2, 4, 6});
  MPI_Group_free(&c);
  MPI_Group_range_incl(world, 1, open_end, &c);
  holds(c, 2, (int[]){1, 6});
  MPI_Group_free(&c);
  MPI_Group_excl(world, 3, (int[]){6, 0, 3}, &c);
  holds(c, 4, (int[]){1, 2, 4, 5});
  MPI_Group_free(&c);
  MPI_Group_incl(world, 0, NULL, &c);
  CHECK(c == MPI_GROUP_EMPTY);
}

static void translation(void)
{
  MPI_Group a = some(3, (int[]){4, 2, 0}), b = some(2, (int[]){0, 4});
  int from[] = {2, MPI_PROC_NULL, 1, 0}, to[4];
  MPI_Group_translate_ranks(a, 4, from, b, to);
  SAME(to[0], 0);
  SAME(to[1], MPI_PROC_NULL);
  SAME(to[2], MPI_UNDEFINED);
  SAME(to[3], 1);
  MPI_Group_free(&a);
  MPI_Group_free(&b);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  sets();
  choices();
  translation();
  MPI_Group_free(&world);
  int failed = report();
  MPI_Finalize();
  return failed;
}
