/* Read-write locks and mutexes that are waited for up to a time on a clock,
 * which is what the timed mutexes of C++ do.
 *
 * stdout: ok
 * run: np=2 twice=1
 */
#include "check.h"

#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include <errno.h>
#include <oriel.h>
#include <pthread.h>
#include <time.h>

using std::chrono::milliseconds;

static std::shared_timed_mutex shared;
static std::timed_mutex single;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

/* What others have is not had within 1 ms, but within 10. */
template <class Try> static void wait_for(Try try_for)
{
  double begin = oriel_now();
  CHECK(!try_for(milliseconds(1)));
  double now = oriel_now();
  CHECK(now - begin >= 1e-3 - 1e-9 && now - begin < 1.001e-3);
  CHECK(try_for(milliseconds(10)));
  CHECK(oriel_now() - begin < 6e-3);
}

template <class Mutex> static void others(Mutex &m)
{
  m.lock();
  std::thread t([&] {
    wait_for([&](milliseconds n) { return m.try_lock_for(n); });
    m.unlock();
  });
  oriel_sleep(5e-3);
  m.unlock();
  t.join();
}

static void readers()
{
  shared.lock();
  std::thread t([] {
    wait_for([](milliseconds n) { return shared.try_lock_shared_for(n); });
    shared.unlock_shared();
  });
  oriel_sleep(5e-3);
  shared.unlock();
  t.join();
}

static timespec in_a_ms(clockid_t clock)
{
  timespec t;
  clock_gettime(clock, &t);
  t.tv_nsec += 1000000;
  return t;
}

static void by_hand(clockid_t clock)
{
  pthread_rwlock_wrlock(&lock);
  std::thread([=] {
    timespec t = in_a_ms(clock);
    CHECK(pthread_rwlock_clockrdlock(&lock, clock, &t) == ETIMEDOUT);
    CHECK(pthread_rwlock_clockwrlock(&lock, clock, &t) == ETIMEDOUT);
  }).join();
  pthread_rwlock_unlock(&lock);
  timespec t = in_a_ms(clock);
  CHECK(pthread_rwlock_clockrdlock(&lock, clock, &t) == 0);
  CHECK(pthread_rwlock_trywrlock(&lock) == EBUSY);
  CHECK(pthread_rwlock_unlock(&lock) == 0);
  CHECK(pthread_rwlock_clockwrlock(&lock, clock, &t) == 0);
  CHECK(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  CHECK(pthread_rwlock_unlock(&lock) == 0);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  others(shared);
  others(single);
  readers();
  by_hand(CLOCK_MONOTONIC);
  by_hand(CLOCK_REALTIME);
  int result = report();
  MPI_Finalize();
  return result;
}
