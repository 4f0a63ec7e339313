/* Wrong use of communicators gives its error class.
 *
 * run: np=4
 * stdout: ok
 * mpich: no
 *   MPICH finds no differing groups, and gives other classes for some.
 */
#include "check.h"

static MPI_Comm comm;

static void local_ones(void)
{
  MPI_Comm none = MPI_COMM_NULL, out = MPI_COMM_NULL, freed, world_too;
  MPI_Group group;
  int n;
  REFUSED(MPI_ERR_COMM, MPI_Comm_size(MPI_COMM_NULL, &n));
  REFUSED(MPI_ERR_COMM, MPI_Comm_free(&none));
  world_too = MPI_COMM_WORLD;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  REFUSED(MPI_ERR_COMM, MPI_Comm_free(&world_too));
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_dup(comm, &freed);
  world_too = freed;
  MPI_Comm_free(&freed);
  REFUSED(MPI_ERR_COMM, MPI_Comm_rank(world_too, &n));
  REFUSED(MPI_ERR_COMM, MPI_Comm_remote_size(comm, &n));
  REFUSED(MPI_ERR_COMM, MPI_Comm_remote_group(comm, &group));
  REFUSED(MPI_ERR_ARG, MPI_Comm_split(comm, -5, 0, &out));
  REFUSED(MPI_ERR_ARG, MPI_Comm_split_type(comm, 99, 0, MPI_INFO_NULL, &out));
  REFUSED(MPI_ERR_GROUP, MPI_Comm_create(comm, MPI_GROUP_NULL, &out));
  MPI_Comm_group(comm, &group);
  REFUSED(MPI_ERR_TAG, MPI_Comm_create_group(comm, group, -1, &out));
  MPI_Group_free(&group);
  CHECK(out == MPI_COMM_NULL);
}

static void common_ones(void)
{
  MPI_Group world, group;
  MPI_Comm out = MPI_COMM_NULL, half;
  int me = world_rank();
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  /* 0 and 1 say {0, 1}; 2 says {2, 3}, but 3 says {3, 2}. */
  MPI_Group_incl(world, 2,
                 me < 2    ? (int[]){0, 1}
                 : me == 2 ? (int[]){2, 3}
                           : (int[]){3, 2},
                 &group);
  REFUSED(me < 2 ? MPI_SUCCESS : MPI_ERR_GROUP,
          MPI_Comm_create(comm, group, &out));
  if (me < 2) MPI_Comm_free(&out);
  MPI_Group_free(&group);
  MPI_Comm_split(comm, me / 2, 0, &half);
  REFUSED(MPI_ERR_GROUP, MPI_Comm_create(half, world, &out));
  REFUSED(MPI_ERR_GROUP, MPI_Comm_create_group(half, world, 0, &out));
  /* The other half's, of which nobody here is: no part of this one either. */
  MPI_Group_incl(world, 2, me < 2 ? (int[]){2, 3} : (int[]){0, 1}, &group);
  REFUSED(MPI_ERR_GROUP, MPI_Comm_create(half, group, &out));
  MPI_Group_free(&group);
  MPI_Comm_free(&half);
  MPI_Group_free(&world);
  REFUSED(MPI_ERR_ARG, MPI_Comm_split_type(comm,
                                           me ? MPI_COMM_TYPE_SHARED
                                              : MPI_COMM_TYPE_HW_UNGUIDED,
                                           0, MPI_INFO_NULL, &out));
}

/* One hint that is none: the others are not taken either. */
static void hints(void)
{
  char value[MPI_MAX_INFO_VAL + 1] = "";
  MPI_Info info, used;
  int flag;
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
  MPI_Info_set(info, "mpi_assert_allow_overtaking", "perhaps");
  REFUSED(MPI_ERR_INFO_VALUE, MPI_Comm_set_info(comm, info));
  MPI_Comm_get_info(comm, &used);
  MPI_Info_get(used, "mpi_assert_no_any_tag", MPI_MAX_INFO_VAL, value, &flag);
  CHECK(strcmp(value, "false") == 0);
  MPI_Info_free(&used);
  MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  local_ones();
  common_ones();
  hints();
  MPI_Comm_free(&comm);
  int failed = report();
  MPI_Finalize();
  return failed;
}
