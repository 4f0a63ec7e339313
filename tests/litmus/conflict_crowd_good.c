/* Each rank updates the same bytes of all others by accumulates, a hundred
 * times.
 *
 * run: np=64 options="--check"
 * build: --check
 */
#include <mpi.h>

#define ROUNDS 100

int main(int argc, char **argv)
{
  int rank, size;
  long one = 1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(size * sizeof one, sizeof one, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < ROUNDS * size; i++) {
    int target = (rank + i) % size;
    MPI_Op op = i / size % 2 ? MPI_SUM : MPI_REPLACE;
    MPI_Accumulate(&one, 1, MPI_LONG, target, 0, 1, MPI_LONG, op, win);
    MPI_Win_flush_local(target, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
