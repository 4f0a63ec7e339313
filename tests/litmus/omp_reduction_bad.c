/* A thread adds up what the others still get.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -fopenmp
 * report: oriel: conflict in `a` of rank 0, 4 bytes (2 times)
 * report:   MPI_Get     by rank 0, thread 1, at omp_reduction_bad.c:29 (epoch: lock_all, opened at omp_reduction_bad.c:24), not yet complete
 * report:   load        by rank 0 at omp_reduction_bad.c:31
 * report:   Nothing orders them. MPI_Win_flush at omp_reduction_bad.c:30 comes too late. Let the other thread know of it before its load. A flush by another thread did not know of the MPI_Get: let a barrier, lock or join of the threads come between the two. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <omp.h>

static int a[2];
int seen;

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  MPI_Win win;
  int sum = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
      int me = omp_get_thread_num();
      MPI_Get(&a[me], 1, MPI_INT, 1, me, 1, MPI_INT, win);
      MPI_Win_flush(1, win);
      sum += a[0] + a[1];
    }
    seen = sum;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
