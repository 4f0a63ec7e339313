/* A Put of each group to one word, in a window of the merged communicator.
 *
 * run: np=4 options="--check" exit=121
 * build: --check
 * report: oriel: conflict in the window of rank 3, bytes [0, 4)
 * report:   MPI_Put     by rank 0 at comm_inter_merge_bad.c:24 (epoch: fence, opened at comm_inter_merge_bad.c:23), not yet complete
 * report:   MPI_Put     by rank 1 at comm_inter_merge_bad.c:24 (epoch: fence, opened at comm_inter_merge_bad.c:23)
 * report:   Nothing orders them. MPI_Win_fence at comm_inter_merge_bad.c:25 comes too late; move the later MPI_Put into an epoch after it. [MPI-4.1 12.7]
 */
#include <mpi.h>

int main(int argc, char **argv)
{
  int *memory, rank, x = 1;
  MPI_Comm half, both, merged;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 0, &both);
  MPI_Intercomm_merge(both, rank % 2, &merged);
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, merged, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank < 2) MPI_Put(&x, 1, MPI_INT, 3, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
  MPI_Finalize();
}
