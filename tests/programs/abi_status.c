/* Statuses are read and written by calls as well as by their fields.
 *
 * mpich: no
 * (older ones lack the calls)
 * run: np=1
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  MPI_Status status;
  MPI_Request request;
  int value, sent = 1, received;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Sendrecv(&sent, 1, MPI_INT, 0, 5, &received, 1, MPI_INT, 0, 5,
               MPI_COMM_WORLD, &status);
  MPI_Status_get_source(&status, &value);
  CHECK(value == 0);
  MPI_Status_get_tag(&status, &value);
  CHECK(value == 5);
  MPI_Test_cancelled(&status, &value);
  CHECK(value == 0);
  MPI_Irecv(&received, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &value);
  CHECK(value == 1);
  MPI_Status_set_cancelled(&status, 0);
  MPI_Test_cancelled(&status, &value);
  CHECK(value == 0);
  MPI_Status_set_source(&status, 7);
  MPI_Status_set_tag(&status, 8);
  MPI_Status_set_error(&status, 9);
  CHECK(status.MPI_SOURCE == 7 && status.MPI_TAG == 8 && status.MPI_ERROR == 9);
  MPI_Status_get_error(&status, &value);
  CHECK(value == 9);
  REFUSED(MPI_ERR_ARG, MPI_Status_get_tag(MPI_STATUS_IGNORE, &value));
  int result = report();
  MPI_Finalize();
  return result;
}
