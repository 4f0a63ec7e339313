/* Wrong arguments of partitioned calls, and a message that does not fit.
 *
 * run: np=2
 * stdout: ok
 * mpich: no
 *   MPICH gives other classes, and checks less.
 */
#include "check.h"

static void arguments(void)
{
  int x[8], flag, list[] = {0, 9};
  MPI_Request r, other;
  REFUSED(MPI_ERR_ARG, MPI_Psend_init(x, -1, 1, MPI_INT, 0, 1, MPI_COMM_WORLD,
                                      MPI_INFO_NULL, &r));
  REFUSED(MPI_ERR_COUNT, MPI_Psend_init(x, 1, -1, MPI_INT, 0, 1, MPI_COMM_WORLD,
                                        MPI_INFO_NULL, &r));
  REFUSED(MPI_ERR_RANK, MPI_Psend_init(x, 1, 1, MPI_INT, 2, 1, MPI_COMM_WORLD,
                                       MPI_INFO_NULL, &r));
  REFUSED(MPI_ERR_TAG, MPI_Psend_init(x, 1, 1, MPI_INT, 0, -1, MPI_COMM_WORLD,
                                      MPI_INFO_NULL, &r));
  REFUSED(MPI_ERR_BUFFER, MPI_Psend_init(NULL, 1, 1, MPI_INT, 0, 1,
                                         MPI_COMM_WORLD, MPI_INFO_NULL, &r));
  REFUSED(MPI_ERR_RANK, MPI_Precv_init(x, 1, 1, MPI_INT, MPI_ANY_SOURCE, 1,
                                       MPI_COMM_WORLD, MPI_INFO_NULL, &r));
  REFUSED(MPI_ERR_TAG, MPI_Precv_init(x, 1, 1, MPI_INT, 0, MPI_ANY_TAG,
                                      MPI_COMM_WORLD, MPI_INFO_NULL, &r));
  MPI_Psend_init(x, 4, 2, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD,
                 MPI_INFO_NULL, &r);
  MPI_Send_init(x, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &other);
  REFUSED(MPI_ERR_REQUEST, MPI_Pready(0, r)); /* not started */
  REFUSED(MPI_ERR_REQUEST, MPI_Pready(0, other));
  REFUSED(MPI_ERR_REQUEST, MPI_Pready(0, MPI_REQUEST_NULL));
  REFUSED(MPI_ERR_REQUEST, MPI_Parrived(r, 0, &flag));
  REFUSED(MPI_ERR_REQUEST, MPI_Parrived(other, 0, &flag));
  flag = 0;
  ACCEPTED(MPI_Parrived(MPI_REQUEST_NULL, 0, &flag));
  CHECK(flag);
  MPI_Start(&r);
  REFUSED(MPI_ERR_ARG, MPI_Pready(4, r));
  REFUSED(MPI_ERR_ARG, MPI_Pready_range(2, 1, r));
  REFUSED(MPI_ERR_ARG, MPI_Pready_range(2, 4, r));
  REFUSED(MPI_ERR_ARG, MPI_Pready_list(2, list, r));
  REFUSED(MPI_ERR_REQUEST, MPI_Request_free(&r)); /* it is active */
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Request_free(&r);
  MPI_Request_free(&other);
}

static void messages(void)
{
  int x[8] = {0};
  MPI_Request r;
  if (world_rank() == 0) {
    MPI_Psend_init(x, 4, 2, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    MPI_Start(&r);
    ACCEPTED(MPI_Pready(2, r));
    REFUSED(MPI_ERR_ARG, MPI_Pready(2, r));
    REFUSED(MPI_ERR_ARG, MPI_Pready_range(0, 3, r)); /* not even 0 and 1 */
    ACCEPTED(MPI_Pready_range(0, 1, r));
    ACCEPTED(MPI_Pready(3, r));
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  } else {
    int small[7] = {9, 9, 9, 9, 9, 9, 9};
    MPI_Precv_init(small, 2, 3, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &r);
    MPI_Start(&r);
    REFUSED(MPI_ERR_TRUNCATE, MPI_Wait(&r, MPI_STATUS_IGNORE));
    SAME(small[6], 9);
    SAME(small[5], 0);
  }
  MPI_Request_free(&r);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  arguments();
  messages();
  int failed = report();
  MPI_Finalize();
  return failed;
}
