/* Errors of sessions: classes, handlers of their own, the world's calls.
 *
 * run: np=2 args="handlers"
 * stdout: ok
 * stdout: ok
 * run: np=1 args="world" exit=120
 * stderr: MPI_Comm_rank: MPI_COMM_WORLD is there from MPI_Init to MPI_Finalize
 * run: np=1 args="finalize" exit=120
 * stderr: MPI_Finalize: before MPI_Init
 * run: np=1 args="closed" exit=120
 * stderr: MPI_Type_contiguous after MPI_Session_finalize
 * run: np=1 args="fatal" exit=120
 * stderr: MPI_Session_get_nth_pset: n is 9, must be in [0, 2), the process sets
 * run: np=1 args="freed" exit=120
 * stderr: MPI_Session_get_info: the session was finalized before
 * mpich: no
 *   MPICH finds no freed sessions, and its words are its own.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int called, seen;
static MPI_Session whose;

static void handler(MPI_Session *session, int *error, ...)
{
  called++;
  whose = *session;
  MPI_Error_class(*error, &seen);
}

static int class_of(int error)
{
  int class;
  MPI_Error_class(error, &class);
  return class;
}

static int handlers(void)
{
  MPI_Errhandler mine, got;
  MPI_Session session, none = (MPI_Session)1;
  MPI_Group group;
  MPI_Info info;
  int n = 0;
  MPI_Session_create_errhandler(handler, &mine);
  MPI_Session_init(MPI_INFO_NULL, mine, &session);
  int ok = class_of(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, -1, &n,
                                             NULL)) == MPI_ERR_ARG;
  ok = ok && called == 1 && seen == MPI_ERR_ARG && whose == session;
  MPI_Session_get_errhandler(session, &got);
  ok = ok && got == mine;
  MPI_Errhandler_free(&got);
  MPI_Errhandler_free(&mine);
  MPI_Session_call_errhandler(session, MPI_ERR_OTHER);
  ok = ok && called == 2 && seen == MPI_ERR_OTHER;
  MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN);
  ok = ok && class_of(MPI_Session_get_pset_info(session, "mpi://NOBODY",
                                                &info)) == MPI_ERR_ARG;
  ok = ok && called == 2;
  MPI_Group_from_session_pset(session, "mpi://NOBODY", &group);
  ok = ok && group == MPI_GROUP_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, "thread_level", "many");
  ok = ok && class_of(MPI_Session_init(info, MPI_ERRORS_RETURN, &none)) ==
                 MPI_ERR_INFO_VALUE;
  ok = ok && none == (MPI_Session)1;
  MPI_Info_free(&info);
  MPI_Session_finalize(&session);
  puts(ok ? "ok" : "not ok");
  return !ok;
}

int main(int argc, char **argv)
{
  MPI_Session session, copy;
  MPI_Info info;
  MPI_Datatype type;
  int n = 0;
  if (argc > 1 && strcmp(argv[1], "handlers") == 0) return handlers();
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  copy = session;
  switch (argv[1][1]) {
  case 'o': /* world */
    MPI_Comm_rank(MPI_COMM_WORLD, &n);
    break;
  case 'i': /* finalize */
    MPI_Finalize();
    break;
  case 'l': /* closed */
    MPI_Session_finalize(&session);
    MPI_Type_contiguous(2, MPI_INT, &type);
    break;
  case 'a': /* fatal */
    MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 9, &n, NULL);
    break;
  case 'r': /* freed */
    MPI_Session_finalize(&session);
    MPI_Session_get_info(copy, &info);
    break;
  }
  return 0;
}
