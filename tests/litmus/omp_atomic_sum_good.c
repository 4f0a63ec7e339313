/* Threads add to numbers of a window by OpenMP's atomics, and other ranks do by
 * accumulates before and after.
 *
 * run: np=2 options="--check"
 * build: --check -fopenmp
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  struct sums {
    double all;
    float half;
  } *mine;
  int provided, rank;
  double one = 1;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof *mine, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  *mine = (struct sums){0, 0};
  MPI_Win_fence(0, win);
  MPI_Accumulate(&one, 1, MPI_DOUBLE, 1 - rank, 0, 1, MPI_DOUBLE, MPI_SUM, win);
  MPI_Win_fence(0, win);
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 10; i++) {
#pragma omp atomic
    mine->all += 1;
#pragma omp atomic
    mine->half -= 0.5f;
  }
  MPI_Win_fence(0, win);
  MPI_Accumulate(&one, 1, MPI_DOUBLE, 1 - rank, 0, 1, MPI_DOUBLE, MPI_SUM, win);
  MPI_Win_fence(0, win);
  int wrong = mine->all != 42 || mine->half != -20;
  MPI_Win_free(&win);
  MPI_Finalize();
  return wrong;
}
