/* Handles as integers and back, predefined and new ones; statuses as Fortran
 * has them. [MPI-4.1 19.3]
 *
 * mpich: no
 * (older ones lack the conversions to int)
 * run: np=1
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  MPI_Comm comm;
  MPI_Status status, back;
  MPI_Fint f_status[MPI_F_STATUS_SIZE];
  MPI_F08_status f08_status;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  CHECK(MPI_Comm_toint(MPI_COMM_WORLD) == 0x101);
  CHECK(MPI_Type_fromint(MPI_Type_toint(MPI_INT)) == MPI_INT);
  CHECK(MPI_Win_f2c(MPI_Win_c2f(MPI_WIN_NULL)) == MPI_WIN_NULL);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  CHECK(MPI_Comm_toint(comm) > 0);
  CHECK(MPI_Comm_fromint(MPI_Comm_toint(comm)) == comm);
  CHECK(MPI_Comm_f2c(MPI_Comm_c2f(comm)) == comm);
  MPI_Comm_free(&comm);
  memset(&status, 0, sizeof status);
  status.MPI_SOURCE = 3;
  status.MPI_TAG = 4;
  status.MPI_ERROR = 5;
  MPI_Status_c2f(&status, f_status);
  CHECK(f_status[MPI_F_SOURCE] == 3 && f_status[MPI_F_TAG] == 4 &&
        f_status[MPI_F_ERROR] == 5);
  MPI_Status_f2f08(f_status, &f08_status);
  MPI_Status_f082c(&f08_status, &back);
  CHECK(memcmp(&status, &back, sizeof status) == 0);
  REFUSED(MPI_ERR_ARG, MPI_Status_f2c(MPI_F_STATUS_IGNORE, &back));
  int result = report();
  MPI_Finalize();
  return result;
}
