/* Sessions without MPI_Init: process sets, groups, what is refused.
 *
 * run: np=3
 * stdout: ok 0
 * stdout: ok 1
 * stdout: ok 2
 * mpich: no
 *   It cannot open a session after the last one was closed.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int complaints;

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) complaints++, printf("%d: %s\n", __LINE__, #condition);  \
  } while (0)

static void names(MPI_Session session)
{
  char name[MPI_MAX_PSET_NAME_LEN];
  int n, world = 0, own = 0, length;
  MPI_Session_get_num_psets(session, MPI_INFO_NULL, &n);
  CHECK(n >= 2);
  for (int i = 0; i < n; i++) {
    length = 0;
    MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, NULL);
    CHECK(length > 1);
    MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name);
    CHECK((int)strlen(name) == length - 1);
    world += strcmp(name, "mpi://WORLD") == 0;
    own += strcmp(name, "mpi://SELF") == 0;
  }
  CHECK(world == 1 && own == 1);
}

static int size_of(MPI_Session session, const char *name)
{
  MPI_Info info;
  char value[20] = "";
  int length = sizeof value, flag;
  MPI_Session_get_pset_info(session, name, &info);
  MPI_Info_get_string(info, "mpi_size", &length, value, &flag);
  CHECK(flag);
  MPI_Info_free(&info);
  return atoi(value);
}

static int groups(MPI_Session session)
{
  MPI_Group world, own, both;
  int rank, size, result;
  MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
  MPI_Group_from_session_pset(session, "mpi://SELF", &own);
  MPI_Group_size(world, &size);
  CHECK(size == 3 && size_of(session, "mpi://WORLD") == 3);
  MPI_Group_rank(world, &rank);
  MPI_Group_size(own, &size);
  CHECK(size == 1 && size_of(session, "mpi://SELF") == 1);
  MPI_Group_intersection(world, own, &both);
  MPI_Group_compare(both, own, &result);
  CHECK(result == MPI_IDENT);
  MPI_Group_free(&world);
  MPI_Group_free(&own);
  MPI_Group_free(&both);
  return rank;
}

static void levels(MPI_Session session)
{
  MPI_Info info;
  char value[40] = "";
  int length = sizeof value, flag;
  MPI_Session_get_info(session, &info);
  MPI_Info_get_string(info, "thread_level", &length, value, &flag);
  CHECK(flag && strncmp(value, "MPI_THREAD_", 11) == 0);
  MPI_Info_free(&info);
}

int main(void)
{
  MPI_Session session, other;
  int flag, rank;
  CHECK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) == 0);
  CHECK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &other) == 0);
  CHECK(session != other && session != MPI_SESSION_NULL);
  MPI_Initialized(&flag);
  CHECK(!flag);
  names(session);
  levels(session);
  rank = groups(session);
  MPI_Datatype pair;
  MPI_Type_contiguous(2, MPI_INT, &pair); /* any call that needs no world */
  MPI_Type_free(&pair);
  MPI_Session_finalize(&other);
  CHECK(other == MPI_SESSION_NULL);
  MPI_Session_finalize(&session);
  CHECK(session == MPI_SESSION_NULL);
  CHECK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) == 0);
  MPI_Session_finalize(&session);
  if (!complaints) printf("ok %d\n", rank);
  return complaints != 0;
}
