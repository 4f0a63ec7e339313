/* Communicators: made, asked, named, freed; between groups; buffers of their
 * own; what MPI says of processes that could come later.
 *
 * run: np=4 ppn=4 */
#include "covers.h"

static MPI_Comm world = MPI_COMM_WORLD;

static int size_of(MPI_Comm comm)
{
  int size = -1;
  MPI_Comm_size(comm, &size);
  return size;
}

/* A sum over the communicator is what it must be. */
static int works(MPI_Comm comm)
{
  int one = 1, sum = 0;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  return sum == size_of(comm);
}

static void inquiry(void)
{
  char name[MPI_MAX_OBJECT_NAME];
  int x = -1, length;
  MPI_Comm copy;
  COVERS(MPI_Comm_size, MPI_Comm_rank, MPI_Comm_test_inter);
  OK(MPI_Comm_size(MPI_COMM_SELF, &x));
  CHECK(x == 1);
  OK(MPI_Comm_rank(MPI_COMM_SELF, &x));
  CHECK(x == 0);
  OK(MPI_Comm_test_inter(world, &x));
  CHECK(x == 0);
  COVERS(MPI_Comm_compare);
  MPI_Comm_dup(world, &copy);
  OK(MPI_Comm_compare(world, copy, &x));
  CHECK(x == MPI_CONGRUENT);
  OK(MPI_Comm_compare(world, world, &x));
  CHECK(x == MPI_IDENT);
  OK(MPI_Comm_compare(world, MPI_COMM_SELF, &x));
  CHECK(x == MPI_UNEQUAL);
  COVERS(MPI_Comm_set_name, MPI_Comm_get_name);
  OK(MPI_Comm_get_name(world, name, &length));
  CHECK(strcmp(name, "MPI_COMM_WORLD") == 0 && length == 14);
  OK(MPI_Comm_set_name(copy, "copy"));
  OK(MPI_Comm_get_name(copy, name, &length));
  CHECK(strcmp(name, "copy") == 0 && length == 4);
  OK(MPI_Comm_get_name(MPI_COMM_NULL, name, &length));
  CHECK(strcmp(name, "MPI_COMM_NULL") == 0);
  COVERS(MPI_Comm_free);
  OK(MPI_Comm_free(&copy));
  CHECK(copy == MPI_COMM_NULL);
}

static void made(void)
{
  MPI_Comm comm;
  MPI_Group all, two;
  MPI_Info info, used;
  MPI_Request r;
  int flag;
  char value[8] = "";
  COVERS(MPI_Comm_dup);
  OK(MPI_Comm_dup(world, &comm));
  CHECK(works(comm));
  MPI_Comm_free(&comm);
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
  COVERS(MPI_Comm_dup_with_info, MPI_Comm_get_info, MPI_Comm_set_info);
  OK(MPI_Comm_dup_with_info(world, info, &comm));
  OK(MPI_Comm_set_info(comm, info));
  OK(MPI_Comm_get_info(comm, &used));
  MPI_Info_get(used, "mpi_assert_no_any_tag", 7, value, &flag);
  CHECK(works(comm) && (!flag || strcmp(value, "true") == 0));
  MPI_Info_free(&used);
  MPI_Comm_free(&comm);
  COVERS(MPI_Comm_idup, MPI_Comm_idup_with_info);
  OK(MPI_Comm_idup(world, &comm, &r));
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  CHECK(works(comm));
  MPI_Comm_free(&comm);
  OK(MPI_Comm_idup_with_info(world, info, &comm, &r));
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  CHECK(works(comm));
  MPI_Comm_free(&comm);
  MPI_Info_free(&info);
  COVERS(MPI_Comm_split, MPI_Comm_split_type);
  OK(MPI_Comm_split(world, me % 2, -me, &comm));
  CHECK(size_of(comm) == 2 && works(comm));
  MPI_Comm_free(&comm);
  OK(MPI_Comm_split(world, MPI_UNDEFINED, 0, &comm));
  CHECK(comm == MPI_COMM_NULL);
  OK(MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm));
  CHECK(size_of(comm) == 4 && works(comm));
  MPI_Comm_free(&comm);
  COVERS(MPI_Comm_create, MPI_Comm_create_group, MPI_Comm_create_from_group);
  MPI_Comm_group(world, &all);
  MPI_Group_incl(all, 2, (int[]){3, 1}, &two);
  OK(MPI_Comm_create(world, two, &comm));
  CHECK(me % 2 ? works(comm) : comm == MPI_COMM_NULL);
  if (me % 2) MPI_Comm_free(&comm);
  if (me % 2) {
    OK(MPI_Comm_create_group(world, two, 4, &comm));
    CHECK(size_of(comm) == 2 && works(comm));
    MPI_Comm_free(&comm);
    OK(MPI_Comm_create_from_group(two, "tag", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                  &comm));
    CHECK(size_of(comm) == 2 && works(comm));
    MPI_Comm_free(&comm);
  }
  MPI_Group_free(&all);
  MPI_Group_free(&two);
}

static void between(void)
{
  MPI_Comm half, inter, merged;
  MPI_Group all, mine, theirs, remote;
  int flag, size, x = me, got[2], result;
  MPI_Comm_split(world, me / 2, 0, &half);
  COVERS(MPI_Intercomm_create, MPI_Comm_remote_size, MPI_Comm_remote_group,
         MPI_Comm_test_inter);
  OK(MPI_Intercomm_create(half, 0, world, me < 2 ? 2 : 0, 5, &inter));
  OK(MPI_Comm_test_inter(inter, &flag));
  OK(MPI_Comm_remote_size(inter, &size));
  CHECK(flag && size == 2);
  MPI_Comm_group(world, &all);
  MPI_Group_incl(all, 2, me < 2 ? (int[]){0, 1} : (int[]){2, 3}, &mine);
  MPI_Group_incl(all, 2, me < 2 ? (int[]){2, 3} : (int[]){0, 1}, &theirs);
  OK(MPI_Comm_remote_group(inter, &remote));
  MPI_Group_compare(remote, theirs, &result);
  CHECK(result == MPI_IDENT);
  MPI_Group_free(&remote);
  MPI_Allgather(&x, 1, MPI_INT, got, 1, MPI_INT, inter);
  CHECK(got[0] == (me < 2 ? 2 : 0) && got[1] == got[0] + 1);
  COVERS(MPI_Intercomm_merge);
  OK(MPI_Intercomm_merge(inter, me < 2, &merged));
  MPI_Comm_rank(merged, &x);
  CHECK(works(merged) && x == (me + 2) % 4);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&inter);
  COVERS(MPI_Intercomm_create_from_groups);
  OK(MPI_Intercomm_create_from_groups(mine, 0, theirs, 0, "tag", MPI_INFO_NULL,
                                      MPI_ERRORS_RETURN, &inter));
  MPI_Comm_remote_size(inter, &size);
  CHECK(size == 2);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
  MPI_Group_free(&all);
  MPI_Group_free(&mine);
  MPI_Group_free(&theirs);
}

static void buffers(void)
{
  static char space[1024];
  int size = 0, x = 1, y = 0;
  void *back = NULL;
  MPI_Count wide = 0;
  MPI_Request r;
  COVERS(MPI_Comm_attach_buffer, MPI_Comm_detach_buffer, MPI_Comm_flush_buffer,
         MPI_Comm_iflush_buffer);
  OK(MPI_Comm_attach_buffer(world, space, sizeof space));
  MPI_Bsend(&x, 1, MPI_INT, me, 0, world);
  MPI_Recv(&y, 1, MPI_INT, me, 0, world, MPI_STATUS_IGNORE);
  CHECK(y == 1);
  OK(MPI_Comm_flush_buffer(world));
  OK(MPI_Comm_iflush_buffer(world, &r));
  OK(MPI_Wait(&r, MPI_STATUS_IGNORE));
  OK(MPI_Comm_detach_buffer(world, &back, &size));
  CHECK(back == space && size == sizeof space);
  COVERS(MPI_Comm_attach_buffer_c, MPI_Comm_detach_buffer_c);
  OK(MPI_Comm_attach_buffer_c(world, space, sizeof space));
  OK(MPI_Comm_detach_buffer_c(world, &back, &wide));
  CHECK(back == space && wide == sizeof space);
}

/* The calls that would bring other programs in say that they do not. */
static void later(void)
{
  char port[MPI_MAX_PORT_NAME] = "port";
  MPI_Comm comm;
  COVERS(MPI_Comm_get_parent);
  OK(MPI_Comm_get_parent(&comm));
  CHECK(comm == MPI_COMM_NULL);
  COVERS(MPI_Comm_disconnect);
  MPI_Comm_dup(world, &comm);
  OK(MPI_Comm_disconnect(&comm));
  CHECK(comm == MPI_COMM_NULL);
  COVERS(MPI_Open_port);
  OK(MPI_Open_port(MPI_INFO_NULL, port));
  COVERS(MPI_Close_port);
  OK(MPI_Close_port(port));
  COVERS(MPI_Comm_accept);
  OK(MPI_Comm_accept(port, MPI_INFO_NULL, 0, world, &comm));
  COVERS(MPI_Comm_connect);
  OK(MPI_Comm_connect(port, MPI_INFO_NULL, 0, world, &comm));
  COVERS(MPI_Comm_join);
  OK(MPI_Comm_join(0, &comm));
  COVERS(MPI_Publish_name);
  OK(MPI_Publish_name("service", MPI_INFO_NULL, port));
  COVERS(MPI_Lookup_name);
  OK(MPI_Lookup_name("service", MPI_INFO_NULL, port));
  COVERS(MPI_Unpublish_name);
  OK(MPI_Unpublish_name("service", MPI_INFO_NULL, port));
  COVERS(MPI_Comm_spawn);
  OK(MPI_Comm_spawn("program", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, world, &comm,
                    MPI_ERRCODES_IGNORE));
  COVERS(MPI_Comm_spawn_multiple);
  OK(MPI_Comm_spawn_multiple(1, (char *[]){"program"}, MPI_ARGVS_NULL,
                             (int[]){1}, (MPI_Info[]){MPI_INFO_NULL}, 0, world,
                             &comm, MPI_ERRCODES_IGNORE));
}

int main(int argc, char **argv)
{
  covers_begin(&argc, &argv);
  inquiry();
  made();
  between();
  buffers();
  later();
  return covers_end();
}
