/* A thread of a region gets, and the region ends before the buffer is read;
 * nothing was flushed.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -fopenmp
 * report: oriel: conflict in `got` of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0, thread 1, at omp_join_bad.c:28 (epoch: lock_all, opened at omp_join_bad.c:23), not yet complete
 * report:   load        by rank 0 at omp_join_bad.c:31, main()
 * report:   Nothing orders them. MPI_Win_unlock_all at omp_join_bad.c:33 comes too late; move the load after it, or flush first. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <omp.h>

static int got, seen;

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
#pragma omp parallel num_threads(2)
    {
      if (omp_get_thread_num() == 1) {
        MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      }
    }
    seen = got;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen;
}
