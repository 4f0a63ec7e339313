/* What C++ makes of futexes: futures, waits on atomics, latches, barriers,
 * semaphores, and static variables of functions that two threads initialise.
 *
 * build: -std=c++20
 * mpich: no
 * (times are simulated)
 * stdout: ok
 * run: np=2 twice=1
 * run: np=2 options="--check"
 */
#include "check.h"

#include <atomic>
#include <barrier>
#include <chrono>
#include <future>
#include <latch>
#include <semaphore>
#include <thread>

using namespace std::chrono_literals;

static std::atomic<int> made;

static int make()
{
  std::this_thread::sleep_for(5ms);
  return ++made;
}

static int shared()
{
  static int value = make();
  return value;
}

static void futures()
{
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread thread([&] {
    std::this_thread::sleep_for(1s);
    promise.set_value(9);
  });
  double before = MPI_Wtime();
  CHECK(future.wait_for(250ms) == std::future_status::timeout);
  double after = MPI_Wtime();
  CHECK(after - before > 0.25 && after - before < 0.2501);
  CHECK(future.get() == 9);
  CHECK(MPI_Wtime() - before > 0.999 && MPI_Wtime() - before < 1.001);
  thread.join();
  CHECK(std::async(std::launch::async, shared).get() == 1);
}

struct pair {
  short first, second;
};

static void words()
{
  std::atomic<int> word{0};
  std::atomic<long> large{0};
  std::atomic<pair> both{pair{0, 0}};
  std::thread thread([&] {
    std::this_thread::sleep_for(1ms);
    word = 7;
    word.notify_one();
    large = 8;
    large.notify_all();
    std::this_thread::sleep_for(1ms);
    both = pair{0, 9};
    both.notify_one();
  });
  word.wait(0);
  large.wait(0);
  CHECK(word == 7 && large == 8);
  both.wait(pair{0, 0});
  CHECK(both.load().second == 9);
  thread.join();
}

static void limits()
{
  std::counting_semaphore<5> semaphore(0);
  std::thread thread([&] {
    std::this_thread::sleep_for(1ms);
    semaphore.release();
    std::this_thread::sleep_for(1ms);
    semaphore.release();
  });
  double before = MPI_Wtime();
  CHECK(!semaphore.try_acquire_for(250us));
  CHECK(!semaphore.try_acquire_until(std::chrono::system_clock::now() + 250us));
  CHECK(semaphore.try_acquire_for(1s));
  double after = MPI_Wtime();
  CHECK(after - before > 0.00099 && after - before < 0.0011);
  while (!semaphore.try_acquire_for(0s))
    ;
  CHECK(MPI_Wtime() - after > 0.00099 && MPI_Wtime() - after < 0.0011);
  thread.join();
}

static void meetings()
{
  std::barrier barrier(3);
  std::latch latch(2);
  std::counting_semaphore<5> semaphore(0);
  std::atomic<int> sum{0};
  auto body = [&] {
    barrier.arrive_and_wait();
    sum += shared();
    latch.count_down();
    semaphore.acquire();
    barrier.arrive_and_wait();
  };
  std::thread first(body), second(body);
  barrier.arrive_and_wait();
  latch.wait();
  CHECK(sum == 2 && made == 1);
  semaphore.release(2);
  barrier.arrive_and_wait();
  CHECK(!semaphore.try_acquire_for(1ms));
  first.join();
  second.join();
}

int main(int argc, char **argv)
{
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  meetings();
  words();
  limits();
  futures();
  int result = report();
  MPI_Finalize();
  return result;
}
