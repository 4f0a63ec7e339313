/* The same by atomic operations.
 *
 * build: --check
 * run: np=2 options="--check=strict"
 */
#include <mpi.h>
#include <oriel.h>

int main(int argc, char **argv)
{
  int rank, size;
  long *count, one = 1, old;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(16, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &count, &win);
  count[0] = count[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int round = 1; round <= 3; round++)
    for (int k = 0; 1 << k < size; k++) {
      int to = (rank + (1 << k)) % size;
      oriel_compute((rank * 7 + round * 5) % 4 * 2e-6);
      MPI_Fetch_and_op(&one, &old, MPI_LONG, to, k, MPI_SUM, win);
      MPI_Win_flush(to, win);
      do {
        MPI_Fetch_and_op(NULL, &old, MPI_LONG, rank, k, MPI_NO_OP, win);
        MPI_Win_flush(rank, win);
      } while (old < round);
    }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
