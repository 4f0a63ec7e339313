/* What a thread has put is over for another window when the fence after it has
 * returned at the target, though the thread itself calls a later fence only.
 *
 * run: np=2 options="--check"
 * build: -fopenmp
 */
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
  int memory[2] = {0}, rank, x = 1, provided;
  MPI_Win one, other;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &one);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                 MPI_COMM_WORLD, &other);
  MPI_Win_set_name(one, "one");
  MPI_Win_fence(0, one);
#pragma omp parallel num_threads(2)
  {
    int putter = omp_get_thread_num() == 1;
    if (putter && rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, one);
#pragma omp barrier
    if (!putter) MPI_Win_fence(0, one);
    if (!putter) MPI_Barrier(MPI_COMM_WORLD);
#pragma omp barrier
    if (putter) MPI_Win_fence(MPI_MODE_NOSUCCEED, one);
    if (putter && rank == 0) {
      MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, other);
      MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, other);
      MPI_Win_unlock(1, other);
    }
  }
  MPI_Win_free(&other);
  MPI_Win_free(&one);
  MPI_Finalize();
}
