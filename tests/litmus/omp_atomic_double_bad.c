/* An update by OpenMP of a number that processors have no atomic for is seen as
 * one, and nothing of it keeps the get of another rank away.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -fopenmp
 * report: oriel: conflict in the window of rank 0, bytes [0, 8)
 * report:   atomic      by rank 0 at omp_atomic_double_bad.c:25, main()
 * report:   MPI_Get     by rank 1 at omp_atomic_double_bad.c:27 (epoch: fence, opened at omp_atomic_double_bad.c:22)
 * report:   Nothing orders them. Let a fence come between the atomic and the MPI_Get. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  double sum = 0, got;
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&sum, sizeof sum, sizeof sum, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
#pragma omp atomic
    sum += 1;
  } else {
    MPI_Get(&got, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
