/* Two members of a window on half of the ranks put to its rank 0.
 *
 * run: np=4 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of comm_window_bad.c:21 of rank 0, bytes [0, 4) (2 times)
 * report:   MPI_Put     by rank 0 at comm_window_bad.c:24 (epoch: fence, opened at comm_window_bad.c:23), not yet complete
 * report:   MPI_Put     by rank 2 at comm_window_bad.c:24 (epoch: fence, opened at comm_window_bad.c:23)
 * report:   Nothing orders them. MPI_Win_fence at comm_window_bad.c:25 comes too late; move the later MPI_Put into an epoch after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank;
  MPI_Win win;
  MPI_Comm half;
  int x = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, half, &memory, &win);
  MPI_Comm_free(&half);
  MPI_Win_fence(0, win);
  MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
