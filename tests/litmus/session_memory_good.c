/* A window's memory is freed behind it: in a session that begins when
 * MPI_Finalize has been called.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int *memory = calloc(1, sizeof *memory);
  MPI_Session session;
  MPI_Group all;
  MPI_Comm comm;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Finalize();
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &all);
  MPI_Comm_create_from_group(all, "", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  MPI_Group_free(&all);
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, comm, &win);
  MPI_Win_set_name(win, "halo");
  MPI_Win_free(&win);
  free(memory);
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&session);
}
