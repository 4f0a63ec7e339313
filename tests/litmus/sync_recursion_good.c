/* Functions that call each other until they have found, after MPI_Win_sync,
 * what they wait for, and find it at once.
 *
 * build: --check
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>
#include <oriel.h>

enum { N = 8 };

static volatile long *words;
static MPI_Win win;

static void look(int i);

static __attribute__((noinline)) void look_again(int i)
{
  MPI_Win_sync(win);
  look(i);
}

static __attribute__((noinline)) void look(int i)
{
  if (!words[i]) look_again(i);
}

static void odd(int i);

static __attribute__((noinline)) void even(int i)
{
  MPI_Win_sync(win);
  if (!words[i]) odd(i);
}

static __attribute__((noinline)) void odd(int i)
{
  MPI_Win_sync(win);
  if (!words[i]) even(i);
}

static void next(int i);

static __attribute__((noinline)) void search(int i)
{
  if (!words[i]) next(i);
}

static __attribute__((noinline)) void next(int i)
{
  search((i + 1) % N);
}

int main(int argc, char **argv)
{
  long *memory, one = 1;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(N * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < N; i++)
    memory[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (int i = 0; i < N; i++)
      MPI_Accumulate(&one, 1, MPI_LONG, 1, i, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_flush_all(win);
  } else {
    oriel_compute(1);
    words = memory;
    look_again(0);
    even(1);
    MPI_Win_sync(win);
    search(2);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
