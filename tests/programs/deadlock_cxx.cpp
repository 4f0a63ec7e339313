/* Waits in functions from C++'s headers are told of where the program's own
 * code calls these, a lambda within a function too.
 *
 * run: np=7 exit=122
 * build: -std=c++20
 * stderr: rank 0 at deadlock_cxx.cpp:32: std::future::wait waits
 * stderr: rank 1 at deadlock_cxx.cpp:37:
 * stderr: rank 2 at deadlock_cxx.cpp:44: std::condition_variable::wait waits
 * stderr: rank 3 at deadlock_cxx.cpp:49:
 * stderr: rank 4 at deadlock_cxx.cpp:54:
 * stderr: rank 5, thread 0 at deadlock_cxx.cpp:61: std::thread::join waits
 * stderr: rank 5, thread 1 at deadlock_cxx.cpp:59: pthread_mutex_lock waits
 * stderr: rank 6, thread 0 at deadlock_cxx.cpp:67: std::thread::join waits
 * stderr: rank 6, thread 1 at deadlock_cxx.cpp:66:
 */
#include <mpi.h>

#include <atomic>
#include <barrier>
#include <condition_variable>
#include <future>
#include <mutex>
#include <semaphore>
#include <thread>

static std::atomic<int> word;
static std::promise<int> promise;
static std::mutex mutex;

static void in_a_future()
{
  promise.get_future().wait();
}

static void on_a_word()
{
  word.wait(0);
}

static void for_a_signal()
{
  std::condition_variable signal;
  std::unique_lock<std::mutex> lock(mutex);
  signal.wait(lock, [] { return word == 1; });
}

static void at_a_semaphore()
{
  std::counting_semaphore<4>(0).acquire();
}

static void at_a_barrier()
{
  std::barrier<>(2).arrive_and_wait();
}

static void for_a_thread()
{
  std::thread thread([] { std::lock_guard<std::mutex> wait(mutex); });
  mutex.lock();
  thread.join();
}

static void for_a_result()
{
  auto result = std::async(std::launch::async, [] { word.wait(0); });
  result.get();
}

int main(int argc, char **argv)
{
  int rank;
  void (*const waits[])() = {in_a_future,    on_a_word,    for_a_signal,
                             at_a_semaphore, at_a_barrier, for_a_thread,
                             for_a_result};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  waits[rank]();
  MPI_Finalize();
}
