/* Threads store to window memory after the fence that opens the epoch of a
 * Put.
 *
 * run: np=2 options="--check" exit=121
 * build: --check -fopenmp
 * report: oriel: conflict in the window of rank 1, bytes [12, 16)
 * report:   store       by rank 1, thread 1, at omp_window_store_bad.c:25
 * report:   MPI_Put     by rank 0 at omp_window_store_bad.c:26 (epoch: fence, opened at omp_window_store_bad.c:22)
 * report:   Nothing orders them. Let a fence come between the store and the MPI_Put. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv)
{
  int *memory, rank, provided;
  MPI_Win win;
  int x = 1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 4; i++)
    memory[i] = i;
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
