/* One thread stores into a buffer, another puts it: nothing orders the two,
 * even where the store happens to come first.
 *
 * build: --check -fopenmp
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in `buffer` of rank 0, 8 bytes
 * report:   store       by rank 0 at omp_buffer_before_bad.c:28
 * report:   MPI_Put     by rank 0, thread 1, at omp_buffer_before_bad.c:30 (epoch: fence, opened at omp_buffer_before_bad.c:25)
 * report:   Nothing orders them. Let a barrier, lock or join of the threads come between the store and the MPI_Put. [MPI-4.1 12.7]
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
    if (omp_get_thread_num() == 1 && rank == 0)
      MPI_Put(buffer, 8, MPI_LONG, 1, 0, 8, MPI_LONG, win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
