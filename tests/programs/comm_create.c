/* MPI_Comm_create with disjoint groups, MPI_Comm_create_group by the members
 * alone, comparison.
 *
 * run: np=6
 * stdout: ok
 */
#include "check.h"

static MPI_Group world;

static int sum_over(MPI_Comm comm)
{
  int me = world_rank(), sum;
  MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, comm);
  return sum;
}

static void one_group(void)
{
  MPI_Group group;
  MPI_Comm comm;
  int rank, result, me = world_rank();
  MPI_Group_incl(world, 3, (int[]){4, 0, 5}, &group);
  MPI_Comm_create(MPI_COMM_WORLD, group, &comm);
  if (me == 4 || me == 0 || me == 5) {
    MPI_Comm_rank(comm, &rank);
    SAME(rank, me == 4 ? 0 : me == 0 ? 1 : 2);
    SAME(sum_over(comm), 9);
    MPI_Comm_compare(comm, MPI_COMM_WORLD, &result);
    SAME(result, MPI_UNEQUAL);
    MPI_Comm_free(&comm);
  } else {
    CHECK(comm == MPI_COMM_NULL);
  }
  MPI_Group_free(&group);
}

static void two_groups(void)
{
  MPI_Group group;
  MPI_Comm comm;
  int me = world_rank(), odd[] = {5, 3, 1}, even[] = {2, 4};
  if (me == 0)
    group = MPI_GROUP_EMPTY;
  else
    MPI_Group_incl(world, me % 2 ? 3 : 2, me % 2 ? odd : even, &group);
  MPI_Comm_create(MPI_COMM_WORLD, group, &comm);
  if (me == 0) {
    CHECK(comm == MPI_COMM_NULL);
    return;
  }
  SAME(sum_over(comm), me % 2 ? 9 : 6);
  MPI_Comm_free(&comm);
  MPI_Group_free(&group);
}

/* Rank 0 takes no part; others make two at a time, told apart by tags. */
static void members_alone(void)
{
  MPI_Group all, odd;
  MPI_Comm a, b;
  int me = world_rank(), rank;
  if (me == 0) return;
  MPI_Group_excl(world, 1, (int[]){0}, &all);
  MPI_Group_incl(world, 3, (int[]){1, 3, 5}, &odd);
  MPI_Comm_create_group(MPI_COMM_WORLD, all, 7, &a);
  SAME(sum_over(a), 15);
  if (me % 2) {
    MPI_Comm_create_group(a, odd, 0, &b);
    MPI_Comm_rank(b, &rank);
    SAME(rank, me / 2);
    SAME(sum_over(b), 9);
    MPI_Comm_free(&b);
    MPI_Comm_create_group(MPI_COMM_WORLD, odd, 0, &b); /* the same again */
    SAME(sum_over(b), 9);
    MPI_Comm_free(&b);
  }
  MPI_Comm_free(&a);
  MPI_Group_free(&odd);
  MPI_Group_free(&all);
}

static void compare(void)
{
  MPI_Comm dup, turned;
  int result;
  MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &result);
  SAME(result, MPI_IDENT);
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  MPI_Comm_compare(MPI_COMM_WORLD, dup, &result);
  SAME(result, MPI_CONGRUENT);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -world_rank(), &turned);
  MPI_Comm_compare(turned, dup, &result);
  SAME(result, MPI_SIMILAR);
  MPI_Comm_compare(turned, MPI_COMM_SELF, &result);
  SAME(result, MPI_UNEQUAL);
  MPI_Comm_free(&turned);
  MPI_Comm_free(&dup);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  one_group();
  two_groups();
  members_alone();
  compare();
  MPI_Group_free(&world);
  int failed = report();
  MPI_Finalize();
  return failed;
}
