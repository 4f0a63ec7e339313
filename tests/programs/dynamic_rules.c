/* Rules of attach and detach: overlapping regions, what was never attached,
 * other kinds of window.
 *
 * mpich: no (MPICH does not check)
 * run: np=1
 * stdout: ok
 */
#include "check.h"

int main(int argc, char **argv)
{
  int a[8], b[8], *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  ACCEPTED(MPI_Win_attach(win, a, sizeof a));
  REFUSED(MPI_ERR_RMA_ATTACH, MPI_Win_attach(win, a + 4, 4));
  REFUSED(MPI_ERR_RMA_ATTACH, MPI_Win_attach(win, a, sizeof a));
  REFUSED(MPI_ERR_SIZE, MPI_Win_attach(win, b, -1));
  ACCEPTED(MPI_Win_attach(win, b, sizeof b));
  ACCEPTED(MPI_Win_detach(win, a));
  ACCEPTED(MPI_Win_attach(win, a + 4, 4)); /* free again */
  ACCEPTED(MPI_Win_detach(win, a + 4));
  CHECK(MPI_Win_detach(win, a) != MPI_SUCCESS);
  ACCEPTED(MPI_Win_free(&win)); /* with b still attached */

  win = int_window(1, &memory);
  REFUSED(MPI_ERR_RMA_FLAVOR, MPI_Win_attach(win, a, sizeof a));
  REFUSED(MPI_ERR_RMA_FLAVOR, MPI_Win_detach(win, a));
  MPI_Win_free(&win);
  int code = report();
  MPI_Finalize();
  return code;
}
