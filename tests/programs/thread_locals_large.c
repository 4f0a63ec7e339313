/* Thread-local variables may be large, and aligned to whole pages: those of
 * each rank and of each of its threads are their own, and windows.
 *
 * run: np=3
 * stdout: ok
 * run: np=3 options="--check"
 * stdout: ok
 */
#include "check.h"

#include <pthread.h>
#include <stdint.h>

static _Thread_local char many[40000];
static _Thread_local _Alignas(4096) int page[1024] = {7};
static _Thread_local _Alignas(128) int line[32] = {1, 2};

static void look(void)
{
  CHECK((uintptr_t)page % 4096 == 0);
  CHECK((uintptr_t)line % 128 == 0);
  CHECK(page[0] == 7 && line[1] == 2);
  CHECK(many[0] == 0 && many[sizeof many - 1] == 0);
  many[sizeof many - 1] = 1;
  page[0] = 8;
}

static void *thread(void *arg)
{
  look();
  return arg;
}

int main(int argc, char **argv)
{
  int rank, size;
  pthread_t other;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  look();
  pthread_create(&other, NULL, thread, NULL);
  pthread_join(other, NULL);
  MPI_Win_create(many, sizeof many, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  char mine = 10 + rank;
  MPI_Put(&mine, 1, MPI_CHAR, (rank + 1) % size, 100, 1, MPI_CHAR, win);
  MPI_Win_fence(0, win);
  CHECK(many[100] == 10 + (rank + size - 1) % size);
  CHECK(many[sizeof many - 1] == 1 && page[0] == 8);
  MPI_Win_free(&win);
  report();
  MPI_Finalize();
  return 0;
}
