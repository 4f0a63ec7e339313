/* Communicators made of groups, which find each other by a string: several at
 * a time, in different orders, of sessions too; intercommunicators of two
 * groups; what is refused meets the handler that was given.
 *
 * run: np=2
 * run: np=6 twice=1
 * stdout: ok
 * mpich: no
 *   MPICH 4.0.2 has no intercommunicators of groups across tags, and checks
 *   less.
 */
#include "check.h"

static int handled;

static void count_errors(MPI_Comm *comm, int *error, ...)
{
  (void)comm, (void)error;
  handled++;
}

static int sum_of(MPI_Comm comm)
{
  int one = 1, sum = 0;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  return sum;
}

/* Every rank is in the world's group and in its half's; the halves make
 * theirs in another order. */
static void several(MPI_Group world, MPI_Group half, int n)
{
  MPI_Comm all, twin, part;
  int result, me = world_rank(), size;
  MPI_Errhandler handler;
  MPI_Group_size(half, &size);
  MPI_Comm *order[] = {&all, &twin, &part};
  for (int i = 0; i < 2; i++)
    MPI_Comm_create_from_group(world, i ? "a/second" : "a/first", MPI_INFO_NULL,
                               MPI_ERRORS_RETURN, order[i]);
  MPI_Comm_create_from_group(half, "a/first", MPI_INFO_NULL,
                             MPI_ERRORS_ARE_FATAL, &part);
  SAME(sum_of(all), n);
  SAME(sum_of(twin), n);
  SAME(sum_of(part), size);
  MPI_Comm_compare(all, twin, &result);
  SAME(result, MPI_CONGRUENT);
  MPI_Comm_get_errhandler(all, &handler);
  CHECK(handler == MPI_ERRORS_RETURN);
  int got = -1;
  MPI_Sendrecv(&me, 1, MPI_INT, (me + 1) % n, 0, &got, 1, MPI_INT,
               (me + n - 1) % n, 0, twin, MPI_STATUS_IGNORE);
  SAME(got, (me + n - 1) % n);
  MPI_Comm_free(&all);
  MPI_Comm_free(&twin);
  MPI_Comm_free(&part);
  MPI_Comm_create_from_group(MPI_GROUP_EMPTY, "empty", MPI_INFO_NULL,
                             MPI_ERRORS_RETURN, &all);
  CHECK(all == MPI_COMM_NULL);
}

static void across(MPI_Group mine, MPI_Group other, int side)
{
  MPI_Comm inter, second;
  int flag, there, here, remote;
  MPI_Group_size(mine, &here);
  MPI_Group_size(other, &there);
  MPI_Intercomm_create_from_groups(mine, here - 1, other, there - 1, "across",
                                   MPI_INFO_NULL, MPI_ERRORS_RETURN, &inter);
  MPI_Intercomm_create_from_groups(mine, 0, other, 0, "again", MPI_INFO_NULL,
                                   MPI_ERRORS_RETURN, &second);
  MPI_Comm_test_inter(inter, &flag);
  CHECK(flag);
  MPI_Comm_remote_size(inter, &remote);
  SAME(remote, there);
  SAME(sum_of(inter), there);
  SAME(sum_of(second), there);
  int root = side == 0 ? MPI_PROC_NULL : 0, rank, value = -1;
  MPI_Comm_rank(inter, &rank);
  if (side == 0 && rank == 0) root = MPI_ROOT, value = 42;
  MPI_Bcast(&value, 1, MPI_INT, root, inter);
  if (side == 1) SAME(value, 42);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&second);
  MPI_Intercomm_create_from_groups(mine, 0, MPI_GROUP_EMPTY, 0, "nobody",
                                   MPI_INFO_NULL, MPI_ERRORS_RETURN, &inter);
  CHECK(inter == MPI_COMM_NULL);
}

static void refused(MPI_Group world, MPI_Group mine, MPI_Group other)
{
  MPI_Comm comm;
  MPI_Errhandler handler;
  char tag[MPI_MAX_STRINGTAG_LEN + 1];
  memset(tag, 'x', sizeof tag);
  tag[MPI_MAX_STRINGTAG_LEN] = 0;
  MPI_Comm_create_errhandler(count_errors, &handler);
  REFUSED(MPI_ERR_GROUP,
          MPI_Comm_create_from_group(MPI_GROUP_NULL, "t", MPI_INFO_NULL,
                                     handler, &comm));
  REFUSED(MPI_ERR_GROUP, MPI_Comm_create_from_group(other, "t", MPI_INFO_NULL,
                                                    handler, &comm));
  REFUSED(MPI_ERR_ARG, MPI_Comm_create_from_group(mine, NULL, MPI_INFO_NULL,
                                                  handler, &comm));
  REFUSED(MPI_ERR_ARG,
          MPI_Comm_create_from_group(mine, tag, MPI_INFO_NULL, handler, &comm));
  SAME(handled, 4);
  REFUSED(MPI_ERR_RANK, MPI_Intercomm_create_from_groups(
                            mine, 64, other, 0, "t", MPI_INFO_NULL,
                            MPI_ERRORS_RETURN, &comm));
  REFUSED(MPI_ERR_GROUP,
          MPI_Intercomm_create_from_groups(
              mine, 0, world, 0, "t", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  REFUSED(MPI_ERR_ERRHANDLER,
          MPI_Comm_create_from_group(mine, "t", MPI_INFO_NULL,
                                     MPI_ERRHANDLER_NULL, &comm));
  MPI_Errhandler_free(&handler);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int me = world_rank(), n = world_size();
  MPI_Session session;
  MPI_Group world, mine, other;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
  int even[][3] = {{0, (n - 1) / 2 * 2, 2}}, odd[][3] = {{1, n / 2 * 2 - 1, 2}};
  MPI_Group_range_incl(world, 1, me % 2 ? odd : even, &mine);
  MPI_Group_range_incl(world, 1, me % 2 ? even : odd, &other);
  several(world, mine, n);
  across(mine, other, me % 2);
  refused(world, mine, other);
  MPI_Group_free(&mine);
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Session_finalize(&session);
  int failed = report();
  MPI_Finalize();
  return failed;
}
