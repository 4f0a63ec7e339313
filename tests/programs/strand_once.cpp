/* std::call_once hands its function over in variables of the C++ run time that
 * each thread has: also where other ranks, or threads, do the same between.
 *
 * stdout: ok
 * run: np=2
 * run: np=3 options="--order late"
 * run: np=2 options="--check"
 */
#include "check.h"

#include <mutex>
#include <thread>

static std::once_flag flags[3];
static int ran[3];

/* Runs ahead of the others: std::call_once lets them come up first. */
static void ahead(MPI_Win win, int me, int size)
{
  MPI_Win_lock_all(0, win);
  MPI_Put(&me, 1, MPI_INT, (me + 1) % size, 0, 1, MPI_INT, win);
  std::call_once(flags[0], [&] { ran[0] += 1 + me; });
  std::call_once(flags[0], [&] { ran[0] += 100; });
  MPI_Win_unlock_all(win);
  CHECK(ran[0] == 1 + me);
}

static void threads(int me)
{
  auto body = [me](int i) {
    for (int k = 1; k < 3; k++)
      std::call_once(flags[k], [=] {
        int inner = 0;
        std::once_flag flag;
        MPI_Barrier(MPI_COMM_SELF);
        std::call_once(flag, [&] { inner = 7 + me; });
        ran[k] += inner * (i >= 0);
      });
  };
  std::thread first(body, 1), second(body, 2);
  body(0);
  first.join();
  second.join();
  CHECK(ran[1] == 7 + me && ran[2] == 7 + me);
}

int main(int argc, char **argv)
{
  int provided, *memory;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  int me = world_rank();
  MPI_Win win = int_window(1, &memory);
  ahead(win, me, world_size());
  threads(me);
  MPI_Win_free(&win);
  int result = report();
  MPI_Finalize();
  return result;
}
