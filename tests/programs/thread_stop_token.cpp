/* C++'s stop tokens: a callback is run by the thread that asks to stop, which
 * tells the one that waits for its end.
 *
 * build: -std=c++20
 * run: np=2
 * stdout: ok
 */
#include "check.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <sys/single_threaded.h>
#include <thread>

static int callback_is_called()
{
  int called = 0;
  std::stop_source source;
  std::thread thread;
  {
    std::stop_callback callback(source.get_token(), [&] { called++; });
    thread = std::thread([&] { source.request_stop(); });
    thread.join();
  }
  return called;
}

static int wait_is_stopped()
{
  int stopped = 0;
  {
    std::jthread thread([&](std::stop_token token) {
      std::mutex mutex;
      std::condition_variable_any never;
      std::unique_lock<std::mutex> lock(mutex);
      stopped = !never.wait(lock, token, [] { return false; });
    });
  }
  return stopped;
}

int main(int argc, char **argv)
{
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  CHECK(!__libc_single_threaded);
  CHECK(callback_is_called() == 1);
  CHECK(wait_is_stopped());
  int code = report();
  MPI_Finalize();
  return code;
}
