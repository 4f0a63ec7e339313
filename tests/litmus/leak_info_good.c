/* What may be freed after MPI_Finalize is no leak there: an info, and what came
 * from a session that is still open.
 *
 * run: np=3 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  MPI_Info info;
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  MPI_Info_create(&info);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Init(&argc, &argv);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "leak", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL,
                             &comm);
  MPI_Finalize();
  MPI_Group_free(&group);
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&session);
  MPI_Info_free(&info);
}
