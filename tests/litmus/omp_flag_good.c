/* Flushes and a flag say that a result is there.
 *
 * run: np=2 options="--check"
 * build: --check -fopenmp
 */
#include <mpi.h>
#include <omp.h>
#include <unistd.h>

static int x, flag;
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
#pragma omp parallel num_threads(2)
    {
      if (omp_get_thread_num() == 1) {
        MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
#pragma omp flush
#pragma omp atomic write
        flag = 1;
      } else {
        int there = 0;
        while (!there) {
          usleep(1);
#pragma omp atomic read
          there = flag;
        }
#pragma omp flush
        seen = x;
      }
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
