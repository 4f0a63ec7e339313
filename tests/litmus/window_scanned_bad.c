/* A rank scans numbers into its window while another gets them.
 *
 * build: --check
 * run: np=2 options="--check" exit=121
 * report: oriel: conflict in the window of rank 1, bytes [0, 8)
 * report:   MPI_Get     by rank 0 at window_scanned_bad.c:23 (epoch: fence, opened at window_scanned_bad.c:21), not yet complete
 * report:   store       by rank 1 at window_scanned_bad.c:25, main()
 * report:   Nothing orders them. MPI_Win_fence at window_scanned_bad.c:26 comes too late; move the store after it. [MPI-4.1 12.7]
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
  double *memory, values[3];
  int rank;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(24, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Get(values, 2, MPI_DOUBLE, 1, 0, 2, MPI_DOUBLE, win);
  else
    sscanf("1.5 2.5", "%lf %lf", &memory[0], &memory[2]);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
