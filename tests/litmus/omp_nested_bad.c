/* Two threads of a team have teams of their own, one after the other, by
 * chance: the worker of the first one's is then that of the second one's, and
 * is another thread.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -fopenmp
 * report: oriel: conflict in `b` of rank 0, 4 bytes
 * report:   MPI_Get     by rank 0, thread 2, at omp_nested_bad.c:26 (epoch: lock_all, opened at omp_nested_bad.c:37), complete only for those who know of it
 * report:   store       by rank 0, a later thread 2, at omp_nested_bad.c:24
 * report:   Nothing orders them. MPI_Win_flush at omp_nested_bad.c:27 completes the MPI_Get, but nothing lets the other thread know before its store. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <omp.h>
#include <oriel.h>

static MPI_Win win;
static int b;

static void inner(int outer)
{
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    if (outer == 1)
      b = 5;
    else
      MPI_Get(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
  }
}

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2) if (rank == 0)
  if (rank == 0) {
    int outer = omp_get_thread_num();
    if (outer == 1) oriel_compute(1e-3);
    inner(outer);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
