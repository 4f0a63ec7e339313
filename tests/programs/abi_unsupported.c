/* What Oriel does not have fails with its class and by name, not silently.
 *
 * mpich: no
 * run: np=1 exit=120
 * stdout: ok
 * stderr: MPI_Comm_spawn: the ranks that orielrun starts are all there are
 */
#include "check.h"

int main(int argc, char **argv)
{
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  REFUSED(MPI_ERR_UNSUPPORTED_OPERATION,
          MPI_Comm_spawn("x", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0,
                         MPI_COMM_WORLD, &comm, MPI_ERRCODES_IGNORE));
  report();
  fflush(stdout);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_spawn("x", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &comm,
                 MPI_ERRCODES_IGNORE);
  MPI_Finalize();
  return 0;
}
