/* Iterations of a parallel loop share one buffer.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -fopenmp
 * report: oriel: conflict in `a` of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0 at omp_loop_bad.c:25 (epoch: lock_all, opened at omp_loop_bad.c:21), not yet complete
 * report:   MPI_Get     by rank 0, thread 1, at omp_loop_bad.c:25 (epoch: lock_all, opened at omp_loop_bad.c:21)
 * report:   Nothing orders them. MPI_Win_flush at omp_loop_bad.c:26 comes too late. Let the other thread know of it before its MPI_Get. [MPI-4.1 12.7]
 */
#include <mpi.h>

static int a[2];

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
#pragma omp parallel for num_threads(2) schedule(static, 1)
    for (int i = 0; i < 2; i++) {
      MPI_Get(&a[0], 1, MPI_INT, 1, i, 1, MPI_INT, win);
      MPI_Win_flush(1, win);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
