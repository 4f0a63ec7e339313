/* A result that is used before its flush, in a function that a compiler puts in
 * place of its call: the report names that function's variable, though gcc
 * gives its memory to `all` of main() afterwards.
 *
 * run: np=2 options="--check" exit=121
 * report: oriel: result buffer of MPI_Fetch_and_op that is gone
 * report:   MPI_Fetch_and_op by rank 0 at conflict_name_bad.c:23 (writes the stack of a function that has returned)
 * report:   A local variable is there until its function returns. [MPI-4.1 12.3]
 * report: oriel: conflict in `found` of fetch() of rank 0, 4 bytes
 * report:   MPI_Fetch_and_op by rank 0 at conflict_name_bad.c:23 (epoch: lock_all, opened at conflict_name_bad.c:33), not yet complete
 * report:   load             by rank 0 at conflict_name_bad.c:24, fetch()
 * report:   Nothing orders them. MPI_Win_unlock_all at conflict_name_bad.c:35 comes too late; move the load after it, or flush first. [MPI-4.1 12.7]
 * build: --check
 */
#include <mpi.h>

static MPI_Win win;
static int one = 1;

static inline __attribute__((always_inline)) int fetch(void)
{
  int found;
  MPI_Fetch_and_op(&one, &found, MPI_INT, 1, 0, MPI_SUM, win);
  return found + 1;
}

int main(int argc, char **argv)
{
  int *memory, rank, mine = 0, all;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) mine = fetch();
  MPI_Win_unlock_all(win);
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
}
