/* Two sections put two variables.
 *
 * run: np=2 options="--check"
 * build: --check -fopenmp
 */
#include <mpi.h>

static int x = 1;
static int y;
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
      y = 2;
    }
    seen = y;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
