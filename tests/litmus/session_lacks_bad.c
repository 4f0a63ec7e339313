/* A session is never finalized, nor its group freed; the world is.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: leak: 2 groups made by MPI_Group_from_session_pset at session_lacks_bad.c:17 are never freed by ranks 0-1 [MPI-4.1 11.3.1]
 * report: oriel: error: ranks 0-1 end without MPI_Session_finalize [MPI-4.1 11.3.1]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  MPI_Session session;
  MPI_Group all;
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  MPI_Finalize();
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &all);
  MPI_Comm_create_from_group(all, "", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  MPI_Comm_free(&comm);
}
