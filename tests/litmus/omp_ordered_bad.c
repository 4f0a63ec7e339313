/* Iterations put to one word outside the ordered region.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -fopenmp
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at omp_ordered_bad.c:27 (epoch: lock_all, opened at omp_ordered_bad.c:22), not yet complete
 * report:   MPI_Put     by rank 0, thread 1, at omp_ordered_bad.c:27 (epoch: lock_all, opened at omp_ordered_bad.c:22)
 * report:   Nothing orders them. MPI_Win_flush at omp_ordered_bad.c:28 comes too late. Let the other thread know of it before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>

static int x = 1;
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
#pragma omp parallel for ordered num_threads(2) schedule(static, 1)
    for (int i = 0; i < 2; i++) {
      {
        MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
      }
#pragma omp ordered
      seen = i;
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
