/* What C++ puts off until a thread ends: a future that is ready then, waiting
 * threads that are notified then. The thread's thread-locals are gone before.
 *
 * mpich: no
 * (times are simulated)
 * run: np=2 twice=1
 * run: np=2 options="--check"
 * stdout: ok
 * run: np=2 args="main"
 * stdout: main() has ended
 */
#include "check.h"

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <future>
#include <new>
#include <pthread.h>
#include <thread>

using namespace std::chrono_literals;

/* Operators of the program's own, which do not give what free() takes. */
enum { AHEAD = 32 };
static long blocks;

void *operator new(std::size_t n)
{
  blocks++;
  return (char *)std::malloc(n + AHEAD) + AHEAD;
}

void operator delete(void *p) noexcept
{
  if (!p) return;
  blocks--;
  std::free((char *)p - AHEAD);
}

void operator delete(void *p, std::size_t) noexcept
{
  operator delete(p);
}

static int gone;

struct slow {
  int used;
  ~slow()
  {
    std::this_thread::sleep_for(1s);
    gone++;
  }
};

static thread_local slow local;

static void values()
{
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  double before = MPI_Wtime();
  std::thread thread([&] {
    local.used = 1;
    promise.set_value_at_thread_exit(9);
    std::this_thread::sleep_for(1s);
  });
  CHECK(future.wait_for(1500ms) == std::future_status::timeout);
  CHECK(future.get() == 9 && gone == 1);
  CHECK(MPI_Wtime() - before > 1.999 && MPI_Wtime() - before < 2.001);
  thread.join();
}

static void tasks()
{
  std::packaged_task<int(int)> task([](int x) {
    if (x < 0) throw x;
    return x + 1;
  });
  for (int x : {4, -4}) {
    std::future<int> future = task.get_future();
    int got = 0;
    std::thread thread([&] { task.make_ready_at_thread_exit(x); });
    try {
      got = future.get();
    } catch (int thrown) {
      got = thrown;
    }
    CHECK(got == (x < 0 ? x : x + 1));
    thread.join();
    task.reset();
  }
}

/* Of two the one is not wanted any more when its thread ends. */
static void forgotten()
{
  std::future<int> kept;
  std::thread thread([&] {
    std::promise<int> first, second;
    kept = first.get_future();
    first.set_value_at_thread_exit(1);
    second.set_value_at_thread_exit(2);
  });
  thread.join();
  CHECK(kept.wait_for(0s) == std::future_status::ready && kept.get() == 1);
}

static void notices()
{
  std::mutex mutex;
  std::condition_variable condition;
  int done = 0;
  std::thread thread([&] {
    std::unique_lock<std::mutex> lock(mutex);
    local.used = 1;
    done = 1;
    std::notify_all_at_thread_exit(condition, std::move(lock));
    CHECK(!lock.owns_lock() && !lock.mutex());
    CHECK(!mutex.try_lock());
  });
  std::unique_lock<std::mutex> lock(mutex);
  condition.wait(lock, [&] { return done; });
  CHECK(gone == 2);
  thread.join();
}

static std::promise<void> of_main;

/* Holds its promise until main()'s thread has ended by pthread_exit. */
static void *last(void *)
{
  of_main.get_future().wait();
  if (world_rank() == 0) puts("main() has ended");
  MPI_Finalize();
  return NULL;
}

int main(int argc, char **argv)
{
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (argc > 1) {
    pthread_t thread;
    pthread_create(&thread, NULL, last, NULL);
    of_main.set_value_at_thread_exit();
    pthread_exit(NULL);
  }
  long before = blocks;
  values();
  tasks();
  forgotten();
  notices();
  CHECK(blocks == before);
  int result = report();
  MPI_Finalize();
  return result;
}
