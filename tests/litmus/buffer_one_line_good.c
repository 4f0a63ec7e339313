/* A parameter of a function that was put in place of its calls lies where the
 * compiler keeps, later, a shorter variable that is declared on the same line.
 *
 * build: -O2
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <stdint.h>

static MPI_Win win;

static inline __attribute__((always_inline)) int64_t
swap(int target, int64_t old, int64_t new)
{
  int64_t result = 0;
  MPI_Compare_and_swap(&new, &old, &result, MPI_INT64_T, target, 0, win);
  MPI_Win_flush(target, win);
  return result;
}

static void run(int64_t *memory)
{
  *memory = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  /* clang-format off */
  while (swap(0, 0, 1) == 1) { } do { } while (swap(0, 1, 0) != 1); int64_t free = swap(0, 0, 0); MPI_Barrier(MPI_COMM_WORLD); int zero = free == 0, all; MPI_Reduce(&zero, &all, 1, MPI_INT, MPI_LAND, 0, MPI_COMM_WORLD);
  /* clang-format on */
}

int main(int argc, char **argv)
{
  int64_t *memory;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  run(memory);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
