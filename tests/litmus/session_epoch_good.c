/* Windows of a session: its MPI_Session_finalize judges what is open there, not
 * MPI_Finalize.
 *
 * run: np=2 options="--check"
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, one = 1;
  MPI_Session session;
  MPI_Group all;
  MPI_Comm comm;
  MPI_Win locked, fenced;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &all);
  MPI_Comm_create_from_group(all, "", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  MPI_Group_free(&all);
  MPI_Comm_rank(comm, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, comm, &memory, &locked);
  MPI_Win_set_name(locked, "locked");
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, comm, &memory, &fenced);
  MPI_Win_set_name(fenced, "fenced");
  MPI_Win_lock_all(0, locked);
  MPI_Win_fence(0, fenced);
  MPI_Put(&one, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, fenced);
  MPI_Init(&argc, &argv);
  MPI_Finalize();
  MPI_Win_unlock_all(locked);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, fenced);
  MPI_Win_free(&locked);
  MPI_Win_free(&fenced);
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&session);
}
