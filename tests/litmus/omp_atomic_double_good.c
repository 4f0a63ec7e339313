/* An update by OpenMP of a number that processors have no atomic for comes
 * before the fence, and the get of another rank behind it.
 *
 * run: np=2 options="--check"
 * build: --check -fopenmp
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
  }
  MPI_Win_fence(0, win);
  if (rank == 1) {
    MPI_Get(&got, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
