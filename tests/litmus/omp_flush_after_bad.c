/* A thread loads after a barrier what another one has not completed.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -fopenmp
 * report: oriel: conflict in `y` of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0 at omp_flush_after_bad.c:28 (epoch: lock_all, opened at omp_flush_after_bad.c:23), not yet complete
 * report:   load        by rank 0, thread 1, at omp_flush_after_bad.c:31
 * report:   Nothing orders them. MPI_Win_unlock_all at omp_flush_after_bad.c:34 comes too late. Let the other thread know of it, or of a flush, before its load. [MPI-4.1 12.7]
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
      if (omp_get_thread_num() == 0) {
        MPI_Get(&y, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      }
#pragma omp barrier
      if (omp_get_thread_num() == 1) seen = y;
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
