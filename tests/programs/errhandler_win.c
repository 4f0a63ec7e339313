/* A window's errors go to the window's error handler, whatever its
 * communicator's is; and a handler is for one kind of object. [MPI-4.1 9.3]
 *
 * run: np=2
 * stdout: ok
 */
#include "check.h"

static int calls, last_class;
static MPI_Win last_win;

static void handle(MPI_Win *win, int *code, ...)
{
  calls++;
  last_win = *win;
  MPI_Error_class(*code, &last_class);
}

static void handle_comm(MPI_Comm *comm, int *code, ...)
{
  (void)comm, (void)code;
}

/* So do those of calls that have a request of it: each may be neither freed nor
 * cancelled, of whatever size. That of a communicator is not meant. */
static void requests(MPI_Win win)
{
  MPI_Request r, barrier;
  int one = 1, before = calls;
  for (int count = 0; count < 2; count++) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Rput(&one, count, MPI_INT, 0, 0, count, MPI_INT, win, &r);
    last_win = MPI_WIN_NULL;
    CHECK(MPI_Cancel(&r) != MPI_SUCCESS && calls == before + 1);
    CHECK(last_win == win && last_class == MPI_ERR_REQUEST);
    CHECK(MPI_Request_free(&r) != MPI_SUCCESS && calls == before + 2);
    before += 2;
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Win_unlock(0, win);
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
  CHECK(MPI_Cancel(&barrier) != MPI_SUCCESS && calls == before);
  MPI_Wait(&barrier, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
  MPI_Errhandler handler, wrong;
  int *memory, one = 1;
  MPI_Init(&argc, &argv);
  MPI_Win win = int_window(4, &memory);
  MPI_Win_create_errhandler(handle, &handler);
  MPI_Win_set_errhandler(win, handler);
  CHECK(MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win) != MPI_SUCCESS);
  CHECK(calls == 1 && last_win == win && last_class == MPI_ERR_RMA_SYNC);
  MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
  CHECK(calls == 2 && last_class == MPI_ERR_OTHER);
  requests(win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Errhandler_free(&handler);
  MPI_Comm_create_errhandler(handle_comm, &wrong);
  CHECK(MPI_Win_set_errhandler(win, wrong) != MPI_SUCCESS);
  MPI_Errhandler_free(&wrong);
  CHECK(calls == 6);
  MPI_Win_free(&win);
  int result = report();
  MPI_Finalize();
  return result;
}
