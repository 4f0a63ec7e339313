/* The flush comes after the lock is given back.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -fopenmp
 * report: oriel: conflict in the window of rank 1, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at omp_lock_bad.c:29 (epoch: lock_all, opened at omp_lock_bad.c:22), not yet complete
 * report:   MPI_Put     by rank 0, thread 1, at omp_lock_bad.c:29 (epoch: lock_all, opened at omp_lock_bad.c:22)
 * report:   Nothing orders them. MPI_Win_flush at omp_lock_bad.c:31 comes too late. Let the other thread know of it before its MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <omp.h>

static int x = 1;

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
    {
      omp_set_lock(&lock);
      MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      omp_unset_lock(&lock);
      MPI_Win_flush(1, win);
    }
    omp_destroy_lock(&lock);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
