/* A program reduces doubles, which compilers make of atomics, and what its
 * threads do is seen all the same: one uses what another one gets, and nothing
 * lets it know.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -fopenmp
 * report: oriel: conflict in `x` of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0 at omp_reduction_bad.c:37 (epoch: lock_all, opened at omp_reduction_bad.c:29), complete only for those who know of it
 * report:   load        by rank 0, thread 1, at omp_reduction_bad.c:41
 * report:   Nothing orders them. MPI_Win_flush at omp_reduction_bad.c:38 completes the MPI_Get, but nothing lets the other thread know before its load. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <omp.h>
#include <unistd.h>

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
      } else {
        usleep(100);
        seen = x;
      }
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
