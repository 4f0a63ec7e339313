/* Threads use one buffer in turn, in critical sections of two names.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -fopenmp
 * report: oriel: conflict in `got` of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0 at omp_critical_bad.c:29 (epoch: lock_all, opened at omp_critical_bad.c:22), not yet complete
 * report:   load        by rank 0, thread 1, at omp_critical_bad.c:35
 * report:   Nothing orders them. MPI_Win_flush at omp_critical_bad.c:30 comes too late. Let the other thread know of it before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <omp.h>

static int got, seen;

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
#pragma omp parallel num_threads(2)
    {
      if (omp_get_thread_num() == 0) {
#pragma omp critical(buffer)
        {
          MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
          MPI_Win_flush(1, win);
        }
      } else {
#pragma omp critical(other)
        {
          seen = got;
        }
      }
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen;
}
