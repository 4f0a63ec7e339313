/* Threads add to a number of a window, one of them without OpenMP's atomics.
 *
 * run: np=1 options="--check" exit=121
 * report: oriel: conflict in the window of rank 0, bytes [0, 8)
 * report:   atomic      by rank 0 at omp_atomic_sum_bad.c:25
 * report:   store       by rank 0, thread 1, at omp_atomic_sum_bad.c:27
 * report:   Nothing orders them. Let a barrier, lock or join of the threads come between the atomic and the store. [MPI-4.1 12.7]
 * build: --check -fopenmp
 */
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
  double *sum;
  int provided;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &sum, &win);
  *sum = 0;
  MPI_Win_fence(0, win);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
#pragma omp atomic
    *sum += 1;
  } else {
    *sum = 2;
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
