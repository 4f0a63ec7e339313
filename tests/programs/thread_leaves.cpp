/* pthread_exit destroys what is on its thread's stack, as an exception would
 * that only catch (...) sees, and has to throw on: locks are free then, and
 * what is to be executed once is not done. main() leaves so, too.
 *
 * run: np=2
 * run: np=1 options="--check"
 * stdout: ok
 * stdout: main
 */
#include "check.h"

#include <memory>
#include <mutex>
#include <pthread.h>
#include <string>
#include <thread>

static std::string order;

struct Note {
  const char *name;
  ~Note()
  {
    order += name;
  }
};

static std::mutex mutex;
static std::once_flag once;
static int tries;

static void note(void *name)
{
  order += static_cast<const char *>(name);
}

static void *holds(void *value)
{
  Note outer{"a"};
  std::lock_guard<std::mutex> lock(mutex);
  pthread_cleanup_push(note, const_cast<char *>("b"));
  try {
    Note inner{"c"};
    pthread_exit(value);
  } catch (...) {
    order += "d";
    throw;
  }
  pthread_cleanup_pop(0);
  return nullptr;
}

static void *initialises(void *)
{
  std::call_once(once, [] {
    Note inner{"e"};
    if (++tries == 1) pthread_exit(nullptr);
  });
  return &tries;
}

static void *result_of(void *(*f)(void *), void *arg)
{
  pthread_t thread;
  void *value;
  pthread_create(&thread, nullptr, f, arg);
  pthread_join(thread, &value);
  return value;
}

struct Main {
  ~Main()
  {
    puts("main");
  }
};

int main(int argc, char **argv)
{
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  CHECK(result_of(holds, &level) == &level);
  CHECK(order == "cdba");
  CHECK(mutex.try_lock());
  order = "";
  CHECK(result_of(initialises, nullptr) == nullptr && tries == 1);
  CHECK(result_of(initialises, nullptr) == &tries && tries == 2);
  CHECK(order == "ee");
  std::thread owner([p = std::unique_ptr<Note>(new Note{"f"})] {
    order = "";
    pthread_exit(nullptr);
  });
  owner.join();
  CHECK(order == "f");
  int code = report();
  int rank = world_rank();
  MPI_Finalize();
  if (code || rank) return code;
  Main last;
  pthread_exit(nullptr);
}
