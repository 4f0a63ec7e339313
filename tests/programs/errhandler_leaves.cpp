/* Error handlers that leave by an exception or by longjmp(): the call whose
 * error they met is over. So another thread may call MPI next, what a handler
 * of a signal jumps out of is the program's own, and the run can be ended.
 *
 * run: np=2 options="--check"
 * stdout: ok
 * run: np=2 args=abort exit=7 limit=20
 * stderr: oriel: rank 0 at errhandler_leaves.cpp:89: MPI_Abort with code 7
 */
#include "check.h"

#include <csetjmp>
#include <csignal>
#include <stdexcept>
#include <thread>

static std::jmp_buf before;
static sigjmp_buf before_signal;

static void throws(MPI_Comm *, int *code, ...)
{
  throw *code;
}

static void jumps(MPI_Comm *, int *, ...)
{
  std::longjmp(before, 1);
}

static void window_throws(MPI_Win *, int *code, ...)
{
  throw *code;
}

static void on_signal(int)
{
  siglongjmp(before_signal, 1);
}

/* The codes that come by exceptions, added up. */
static int thrown(MPI_Comm comm, MPI_Win win)
{
  int sum = 0;
  for (int i = 0; i < 3; i++)
    try {
      MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER);
    } catch (int code) {
      sum += code;
    }
  try {
    MPI_Win_call_errhandler(win, MPI_ERR_RMA_RANGE);
  } catch (int code) {
    sum += code;
  }
  return sum;
}

static void jump(MPI_Comm comm)
{
  if (setjmp(before) == 0) MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER);
}

int main(int argc, char **argv)
{
  MPI_Errhandler h[3];
  MPI_Comm comm, other;
  MPI_Win win;
  int level, seen = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Comm_create_errhandler(throws, &h[0]);
  MPI_Comm_create_errhandler(jumps, &h[1]);
  MPI_Win_create_errhandler(window_throws, &h[2]);
  MPI_Comm_set_errhandler(comm, h[0]);
  MPI_Comm_set_errhandler(other, h[1]);
  MPI_Win_set_errhandler(win, h[2]);
  for (MPI_Errhandler &e : h)
    MPI_Errhandler_free(&e);

  CHECK(thrown(comm, win) == 3 * MPI_ERR_OTHER + MPI_ERR_RMA_RANGE);
  jump(other);
  std::thread([&] { MPI_Comm_size(comm, &seen); }).join();
  CHECK(seen == 2);
  jump(other);
  if (argc > 1) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Abort(MPI_COMM_WORLD, 7);
  }
  jump(other);
  std::signal(SIGSEGV, on_signal);
  if (sigsetjmp(before_signal, 1) == 0) {
    *(volatile int *)nullptr = 1;
    CHECK(false);
  }
  MPI_Win_free(&win);
  MPI_Comm_free(&comm);
  MPI_Comm_free(&other);
  int result = report();
  MPI_Finalize();
  return result;
}
