/* Loops that wait, in C++, and find at once what they wait for: by a function
 * that is called, by itself, from a library or as an object; by an exception;
 * in a thread.
 *
 * build: --check
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>
#include <oriel.h>
#include <algorithm>
#include <functional>
#include <stdexcept>
#include <thread>

#define APART __attribute__((noinline))

static long *memory;
static MPI_Win win;

static APART bool is_there(int at)
{
  MPI_Win_sync(win);
  return memory[at] != 0;
}

static APART void by_call()
{
  while (!is_there(0))
    ;
}

static APART void by_itself(int depth)
{
  MPI_Win_sync(win);
  if (memory[1] == 0) by_itself(depth + 1);
  if (depth > 1000) throw std::runtime_error("too deep");
}

static APART void by_library()
{
  int rounds[1000] = {};
  (void)std::find_if(rounds, rounds + 1000, [](int) { return is_there(2); });
}

static APART void by_object()
{
  std::function<bool()> look = [] {
    MPI_Win_sync(win);
    return memory[3] != 0;
  };
  while (!look())
    ;
}

static APART void by_exception()
{
  for (;;) {
    try {
      MPI_Win_sync(win);
      if (memory[4] == 0) throw std::runtime_error("not yet");
      return;
    } catch (const std::exception &) {
      oriel_compute(1e-6);
    }
  }
}

static APART void in_thread()
{
  std::thread([] {
    MPI_Win_sync(win);
    while (memory[5] == 0)
      MPI_Win_sync(win);
  }).join();
}

int main(int argc, char **argv)
{
  const int words = 6;
  int rank, level;
  long one = 1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(words * sizeof one, sizeof one, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  std::fill_n(memory, words, 0);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (int i = 0; i < words; i++)
      MPI_Accumulate(&one, 1, MPI_LONG, 1, i, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_flush_all(win);
  } else {
    oriel_compute(1);
    by_call();
    by_itself(0);
    by_library();
    by_object();
    by_exception();
    in_thread();
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
