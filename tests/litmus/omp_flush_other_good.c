/* Another thread flushes, and a barrier tells the loading thread.
 *
 * run: np=2 options="--check"
 * build: --check -fopenmp
 */
#include <mpi.h>
#include <omp.h>

static int y;
int seen;

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
#pragma omp parallel num_threads(2)
    {
      int me = omp_get_thread_num();
      if (me == 0) MPI_Get(&y, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
#pragma omp barrier
      if (me == 1) MPI_Win_flush(1, win);
#pragma omp barrier
      if (me == 0) seen = y;
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
