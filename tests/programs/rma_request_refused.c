/* A request of a one-sided operation may be neither freed nor cancelled; it
 * is still there afterwards, and lasts beyond the epoch.
 *
 * mpich: no (MPICH does not check)
 * run: np=2
 * run: np=2 options="--protocol message --progress thread"
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  int *memory, value = 4, got = -1;
  MPI_Request put, get, barrier;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int me = world_rank(), other = 1 - me;
  MPI_Win win = int_window(1, &memory);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

  MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
  MPI_Rput(&value, 1, MPI_INT, other, 0, 1, MPI_INT, win, &put);
  REFUSED(MPI_ERR_REQUEST, MPI_Request_free(&put));
  REFUSED(MPI_ERR_REQUEST, MPI_Cancel(&put));
  CHECK(put != MPI_REQUEST_NULL);
  MPI_Wait(&put, &status);
  MPI_Win_flush(other, win);
  MPI_Rget(&got, 1, MPI_INT, other, 0, 1, MPI_INT, win, &get);
  MPI_Win_unlock(other, win);
  SAME(got, 4); /* the unlock completes it; its request is still to free */
  MPI_Wait(&get, MPI_STATUS_IGNORE);
  CHECK(get == MPI_REQUEST_NULL);

  MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
  REFUSED(MPI_ERR_REQUEST, MPI_Request_free(&barrier));
  MPI_Wait(&barrier, MPI_STATUS_IGNORE);
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
