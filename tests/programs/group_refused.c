/* Wrong arguments of group calls give their error class.
 *
 * run: np=3
 * stdout: ok
 * mpich: no
 *   MPICH refuses a null group with the class of the function's group or of
 *   another argument, and checks no duplicates in an optimised build.
 */
#include "check.h"

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Group world, group = MPI_GROUP_NULL, freed;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int size, ranks[] = {0, 3}, twice[] = {1, 1};
  int zero[][3] = {{0, 2, 0}}, far[][3] = {{0, 3, 1}};
  int away[][3] = {{2, 1, 2}};
  int again[][3] = {{0, 1, 1}, {1, 2, 1}};
  REFUSED(MPI_ERR_GROUP, MPI_Group_size(MPI_GROUP_NULL, &size));
  REFUSED(MPI_ERR_GROUP, MPI_Group_free(&group));
  MPI_Group_incl(world, 2, (int[]){2, 0}, &freed);
  MPI_Group stale = freed;
  MPI_Group_free(&freed);
  REFUSED(MPI_ERR_GROUP, MPI_Group_size(stale, &size));
  REFUSED(MPI_ERR_RANK, MPI_Group_incl(world, 2, ranks, &group));
  REFUSED(MPI_ERR_RANK, MPI_Group_incl(world, 2, twice, &group));
  REFUSED(MPI_ERR_RANK, MPI_Group_excl(world, 2, twice, &group));
  REFUSED(MPI_ERR_ARG, MPI_Group_incl(world, -1, ranks, &group));
  REFUSED(MPI_ERR_ARG, MPI_Group_range_incl(world, 1, zero, &group));
  REFUSED(MPI_ERR_ARG, MPI_Group_range_incl(world, 1, away, &group));
  REFUSED(MPI_ERR_RANK, MPI_Group_range_incl(world, 1, far, &group));
  REFUSED(MPI_ERR_RANK, MPI_Group_range_excl(world, 2, again, &group));
  REFUSED(MPI_ERR_RANK,
          MPI_Group_translate_ranks(world, 2, ranks, world, twice));
  CHECK(group == MPI_GROUP_NULL);
  int failed = report();
  MPI_Finalize();
  return failed;
}
