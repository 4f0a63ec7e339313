/* What comes from a session is used and freed before that is finalized; what
 * comes from another one, later.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(void)
{
  int *memory;
  MPI_Session session, other;
  MPI_Group all, kept;
  MPI_Comm comm;
  MPI_Win win;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &other);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &all);
  MPI_Group_from_session_pset(other, "mpi://WORLD", &kept);
  MPI_Comm_create_from_group(all, "", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Comm_free(&comm);
  MPI_Group_free(&all);
  MPI_Session_finalize(&session);
  MPI_Group_free(&kept);
  MPI_Session_finalize(&other);
}
