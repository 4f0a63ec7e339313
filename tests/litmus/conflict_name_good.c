/* The same with a flush: the memory of its result may be `all`'s afterwards.
 *
 * run: np=2 options="--check"
 * build: --check
 */
#include <mpi.h>

static MPI_Win win;
static int one = 1;

static inline __attribute__((always_inline)) int fetch(void)
{
  int found;
  MPI_Fetch_and_op(&one, &found, MPI_INT, 1, 0, MPI_SUM, win);
  MPI_Win_flush(1, win);
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
