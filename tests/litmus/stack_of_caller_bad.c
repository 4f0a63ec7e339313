/* Memory of main() is loaded before it is there; what completes the get is the
 * call of a function that was put in place of its call.
 *
 * run: np=2 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the stack of main() of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0 at stack_of_caller_bad.c:32 (epoch: lock_all, opened at stack_of_caller_bad.c:29), not yet complete
 * report:   load        by rank 0 at stack_of_caller_bad.c:33, main()
 * report:   Nothing orders them. MPI_Win_flush at stack_of_caller_bad.c:18 comes too late; move the load after it, or flush before it, too. [MPI-4.1 12.7]
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
    seen = *got;
    flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen == 12345;
}
