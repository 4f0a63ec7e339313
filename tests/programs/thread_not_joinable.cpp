/* A std::thread that is nobody's any more, or the caller itself, is not joined
 * or detached: an exception says so.
 *
 * run: np=1
 * stdout: ok
 */
#include "check.h"

#include <cerrno>
#include <system_error>
#include <thread>

template <class F> static int error_of(F f)
{
  try {
    f();
  } catch (const std::system_error &e) {
    return e.code().value();
  }
  return 0;
}

int main(int argc, char **argv)
{
  int level, itself = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  std::thread none, joined([] {}), detached([] {}), *me = nullptr;
  joined.join();
  detached.detach();
  for (std::thread *t : {&none, &joined, &detached}) {
    CHECK(error_of([=] { t->join(); }) == EINVAL);
    CHECK(error_of([=] { t->detach(); }) == EINVAL);
  }
  std::thread joins_itself([&] {
    while (!me)
      std::this_thread::yield();
    itself = error_of([=] { me->join(); });
  });
  me = &joins_itself;
  joins_itself.join();
  CHECK(itself == EDEADLK);
  int code = report();
  MPI_Finalize();
  return code;
}
