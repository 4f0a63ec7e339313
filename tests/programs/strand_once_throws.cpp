/* A function that is to run once, and throws, has not run: who waits for it, or
 * comes later, runs its own.
 *
 * stdout: ok
 * run: np=2 twice=1
 * run: np=2 options="--check"
 */
#include "check.h"

#include <mutex>
#include <stdexcept>
#include <thread>

#include <oriel.h>
#include <pthread.h>

static std::once_flag flag;
static pthread_once_t control = PTHREAD_ONCE_INIT;
static int tried, done, thrown;

/* The first two throw. */
static void initialise()
{
  int k = tried++;
  oriel_sleep(1e-3);
  if (k % 4 < 2) throw std::runtime_error("not yet");
  done++;
}

template <class Once> static void attempt(Once once)
{
  try {
    once();
  } catch (const std::runtime_error &) {
    thrown++;
  }
}

static void by_cxx()
{
  attempt([] { std::call_once(flag, initialise); });
}

static void by_c()
{
  attempt([] { pthread_once(&control, initialise); });
}

/* Each thread waits for the one before. */
static void together(void (*f)())
{
  std::thread a(f), b(f), c(f), d(f);
  a.join();
  b.join();
  c.join();
  d.join();
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  together(by_cxx);
  CHECK(tried == 3 && thrown == 2 && done == 1);
  by_cxx();
  CHECK(tried == 3);
  tried = 4;
  for (int i = 0; i < 4; i++)
    by_c();
  CHECK(tried == 7 && thrown == 4 && done == 2);
  int result = report();
  MPI_Finalize();
  return result;
}
