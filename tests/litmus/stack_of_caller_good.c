/* Memory of main() is loaded when a function that was put in place of its call
 * has completed the get.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <alloca.h>
#include <mpi.h>

static inline __attribute__((always_inline)) void flush(int target, MPI_Win win)
{
  int one = 1;
  MPI_Accumulate(&one, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(target, win);
}

int main(int argc, char **argv)
{
  int rank, *memory, seen = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  int *got = alloca(sizeof *got * argc);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    *got = 0;
    MPI_Get(got, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    flush(1, win);
    seen = *got;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen == 12345;
}
