/* The barrier orders one thread's store before another's put.
 *
 * build: --check -fopenmp
 * run: np=2 options="--check"
 */
#include <mpi.h>
#include <omp.h>

static long buffer[8];

int main(int argc, char **argv)
{
  int rank, level;
  long *memory;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "eight");
  MPI_Win_fence(0, win);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) buffer[3] = 7;
#pragma omp barrier
    if (omp_get_thread_num() == 1 && rank == 0)
      MPI_Put(buffer, 8, MPI_LONG, 1, 0, 8, MPI_LONG, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
