/* A loop that waits for an atomic struct, which is a call of libatomic, is
 * reported, and one whose struct comes goes on.
 *
 * build: --check -latomic
 * run: np=2 options="--check --ppn 2" exit=122 twice=1
 * stderr: rank 1 at hang_wide.c:36: a loop on memory, without calling MPI
 * run: np=2 options="--check --ppn 2" args="come"
 * run: np=2 options="--ppn 2" args="come"
 */
#include <mpi.h>
#include <stdatomic.h>

struct wide {
  long version, value, more;
};

int main(int argc, char **argv)
{
  _Atomic struct wide *word;
  struct wide seen, zero = {0, 0, 0}, one = {1, 2, 3};
  int rank, unit;
  MPI_Aint size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank ? 0 : sizeof *word, 4, MPI_INFO_NULL,
                          MPI_COMM_WORLD, &word, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &word);
  if (rank == 0) atomic_store(word, zero);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    if (argc > 1) atomic_store(word, one);
  } else {
    do
      seen = atomic_load(word);
    while (seen.version == 0);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
