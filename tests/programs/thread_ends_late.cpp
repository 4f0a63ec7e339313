/* A thread-local object that the destructor of thread-specific data makes is
 * left alone; a later thread, which may have the same memory, does not destroy
 * it.
 *
 * run: np=2
 * stdout: ok
 */
#include "check.h"

#include <pthread.h>
#include <thread>

static int made, destroyed, unmade;
static pthread_key_t key;

struct Late {
  bool is_made = true;
  Late()
  {
    made++;
  }
  ~Late()
  {
    destroyed++, unmade += !is_made;
  }
};

static void makes_one(void *)
{
  static thread_local Late late;
  CHECK(late.is_made);
}

int main(int argc, char **argv)
{
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  pthread_key_create(&key, makes_one);
  std::thread([] { pthread_setspecific(key, &key); }).join();
  CHECK(made == 1 && destroyed == 0);
  for (int i = 0; i < 3; i++)
    std::thread([] {}).join();
  CHECK(destroyed == 0 && unmade == 0);
  int code = report();
  MPI_Finalize();
  return code;
}
