/* What comes from a session is used and freed after that is finalized.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: rank 0 at session_left_bad.c:24: MPI_Win_fence: the window comes from a session that is finalized; use and free it before [MPI-4.1 11.3.1] (2 times)
 * report: oriel: rank 0 at session_left_bad.c:26: MPI_Comm_free: the communicator comes from a session that is finalized; use and free it before [MPI-4.1 11.3.1] (2 times)
 * report: oriel: rank 0 at session_left_bad.c:27: MPI_Group_free: the group comes from a session that is finalized; use and free it before [MPI-4.1 11.3.1] (2 times)
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
  MPI_Session_finalize(&session);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Comm_free(&comm);
  MPI_Group_free(&all);
  MPI_Group_free(&kept);
  MPI_Session_finalize(&other);
}
