/* Sessions: process sets, what is made from them, buffers, error handlers.
 *
 * run: np=3 */
#include "covers.h"

static MPI_Session session;
static int met;

static void on_error(MPI_Session *s, int *error, ...)
{
  met = *s == session ? *error : -1;
}

static void sets(void)
{
  char name[MPI_MAX_PSET_NAME_LEN];
  int sets = 0, length, found = 0, flag;
  MPI_Info info, used;
  char value[16];
  COVERS(MPI_Session_get_num_psets, MPI_Session_get_nth_pset);
  OK(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &sets));
  CHECK(sets >= 2);
  for (int i = 0; i < sets; i++) {
    length = sizeof name;
    OK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name));
    found += strcmp(name, "mpi://WORLD") == 0;
    found += strcmp(name, "mpi://SELF") == 0;
  }
  CHECK(found == 2);
  COVERS(MPI_Session_get_pset_info);
  OK(MPI_Session_get_pset_info(session, "mpi://WORLD", &info));
  OK(MPI_Info_get(info, "mpi_size", 15, value, &flag));
  CHECK(flag && atoi(value) == n);
  MPI_Info_free(&info);
  COVERS(MPI_Session_get_info);
  OK(MPI_Session_get_info(session, &used));
  OK(MPI_Info_get_nkeys(used, &length));
  CHECK(length >= 0);
  MPI_Info_free(&used);
}

static void groups(void)
{
  MPI_Group group;
  MPI_Comm comm;
  int size, one = 1, sum;
  COVERS(MPI_Group_from_session_pset);
  OK(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
  MPI_Group_size(group, &size);
  CHECK(size == n);
  MPI_Comm_create_from_group(group, "tag", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                             &comm);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  CHECK(sum == n);
  MPI_Comm_free(&comm);
  MPI_Group_free(&group);
}

static void handlers(void)
{
  MPI_Errhandler handler, same;
  COVERS(MPI_Session_create_errhandler, MPI_Session_set_errhandler,
         MPI_Session_get_errhandler, MPI_Session_call_errhandler);
  OK(MPI_Session_create_errhandler(on_error, &handler));
  OK(MPI_Session_set_errhandler(session, handler));
  OK(MPI_Session_get_errhandler(session, &same));
  CHECK(same == handler);
  OK(MPI_Session_call_errhandler(session, MPI_ERR_ARG));
  CHECK(met == MPI_ERR_ARG);
  MPI_Errhandler_free(&handler);
  MPI_Errhandler_free(&same);
}

static void buffers(void)
{
  static char space[1024];
  void *back = NULL;
  int size = 0;
  MPI_Count wide = 0;
  MPI_Request r;
  COVERS(MPI_Session_attach_buffer, MPI_Session_detach_buffer,
         MPI_Session_flush_buffer, MPI_Session_iflush_buffer);
  OK(MPI_Session_attach_buffer(session, space, sizeof space));
  OK(MPI_Session_flush_buffer(session));
  OK(MPI_Session_iflush_buffer(session, &r));
  OK(MPI_Wait(&r, MPI_STATUS_IGNORE));
  OK(MPI_Session_detach_buffer(session, &back, &size));
  CHECK(back == space && size == sizeof space);
  COVERS(MPI_Session_attach_buffer_c, MPI_Session_detach_buffer_c);
  OK(MPI_Session_attach_buffer_c(session, space, sizeof space));
  OK(MPI_Session_detach_buffer_c(session, &back, &wide));
  CHECK(back == space && wide == sizeof space);
}

int main(int argc, char **argv)
{
  covers_begin(&argc, &argv);
  COVERS(MPI_Session_init);
  OK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
  CHECK(session != MPI_SESSION_NULL);
  sets();
  groups();
  handlers();
  buffers();
  COVERS(MPI_Session_finalize);
  OK(MPI_Session_finalize(&session));
  CHECK(session == MPI_SESSION_NULL);
  return covers_end();
}
