/* A program reduces doubles, which compilers make of atomics; one thread uses
 * what another one gets, behind a barrier.
 *
 * run: np=2 options="--check"
 * build: --check -fopenmp
 */
#include <mpi.h>
#include <omp.h>

static int x;
int seen;
double sum;

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
#pragma omp parallel for num_threads(2) reduction(+ : sum)
  for (int i = 0; i < 100; i++)
    sum += i;
  if (rank == 0) {
#pragma omp parallel num_threads(2)
    {
      if (omp_get_thread_num() == 0) {
        MPI_Get(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
      }
#pragma omp barrier
      if (omp_get_thread_num() == 1) seen = x;
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
