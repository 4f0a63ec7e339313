/* One section puts a variable that the other one changes.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -fopenmp
 * report: oriel: conflict in `x` of rank 0, 4 bytes
 * report:   MPI_Put     by rank 0 at omp_sections_bad.c:27 (epoch: lock_all, opened at omp_sections_bad.c:22), not yet complete
 * report:   store       by rank 0, thread 1, at omp_sections_bad.c:29
 * report:   Nothing orders them. MPI_Win_unlock_all at omp_sections_bad.c:33 comes too late. Let the other thread know of it, or of a flush, before its store. [MPI-4.1 12.7]
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
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
      MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
#pragma omp section
      x = 2;
    }
    seen = x;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
