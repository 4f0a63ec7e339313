/* An epoch and an operation on windows of a session are not over when that is
 * finalized.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: epoch on window "locked" that rank 0 never closes (2 times)
 * report:   MPI_Win_lock_all     by rank 0 at session_epoch_bad.c:34
 * report:   MPI_Session_finalize by rank 0 at session_epoch_bad.c:40
 * report:   Call MPI_Win_unlock_all before MPI_Session_finalize. [MPI-4.1 12.5]
 * report: oriel: operations on window "fenced" that rank 0 never completes (2 times)
 * report:   MPI_Put              by rank 0 at session_epoch_bad.c:36
 * report:   MPI_Session_finalize by rank 0 at session_epoch_bad.c:40
 * report:   Call MPI_Win_fence before MPI_Session_finalize. [MPI-4.1 12.5]
 * report: oriel: leak: 2 windows made by MPI_Win_allocate at session_epoch_bad.c:30 are never freed by ranks 0-1 [MPI-4.1 11.3.1]
 * report: oriel: leak: 2 windows made by MPI_Win_allocate at session_epoch_bad.c:32 are never freed by ranks 0-1 [MPI-4.1 11.3.1]
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
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&session);
}
