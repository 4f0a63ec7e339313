/* A rank looks over the flags of all others by loads until all are set, and
 * then uses what they have put.
 *
 * build: --check
 * run: np=20 options="--check"
 */
#include <mpi.h>
#include <oriel.h>
#include <string.h>

int seen;

static int sum(const int *of, int from, int to)
{
  int all = 0;
  for (int i = from; i < to; i++)
    all += of[i];
  return all;
}

int main(int argc, char **argv)
{
  int *flags, *data, rank, size, one = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(8 * size, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &flags, &win);
  data = flags + size;
  memset(flags, 0, 8 * size);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank > 0) {
    MPI_Put(&one, 1, MPI_INT, 0, size + rank, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    if (rank == 1) oriel_compute(1e-3);
    MPI_Accumulate(&one, 1, MPI_INT, 0, rank, 1, MPI_INT, MPI_REPLACE, win);
  } else {
    do {
      oriel_compute(1e-5);
      MPI_Win_sync(win);
    } while (sum(flags, 1, size) < size - 1);
    for (int i = 1; i < size; i++)
      seen += data[i];
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
